import pg from 'pg'

/** Where the definitions of indexes that are away are kept, so that a load that was broken off can be mended. */
const KEPT = 'public.bulk_load_indexes'
/** Indexes made at once. */
const MAKERS = 2

/** Drops the indexes and keys of some tables and remembers how to make them again, in one transaction. */
export async function setAsideIndexes(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query('begin')
  await client.query(`create table if not exists ${KEPT} (name text primary key, definition text not null)`)
  const { rows } = await client.query<{ name: string; definition: string; removal: string }>(FIND, [tables])
  for (const { name, definition, removal } of rows) {
    await client.query(`insert into ${KEPT} values ($1, $2) on conflict (name) do update set definition = $2`, [
      name,
      definition,
    ])
    await client.query(removal)
  }
  await client.query('commit')
}

/** Keys and other constraints with an index first: they own theirs. */
const FIND = `
  with owned as (
    select c.conindid, format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname,
        pg_get_constraintdef(c.oid)) as definition,
      format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as removal
    from pg_constraint c where c.conrelid = any($1::regclass[]) and c.contype in ('p', 'u')
  )
  select i.indexrelid::regclass::text as name, coalesce(o.definition, pg_get_indexdef(i.indexrelid)) as definition,
    coalesce(o.removal, format('drop index %s', i.indexrelid::regclass)) as removal
  from pg_index i left join owned o on o.conindid = i.indexrelid
  where i.indrelid = any($1::regclass[])
  order by name`

/** Makes every index again that is away, two at a time, also those of a load that was broken off. */
export async function restoreIndexes(connectionString: string, say: (line: string) => void): Promise<void> {
  const waiting = await readKept(connectionString)
  const total = waiting.length
  const make = async (): Promise<void> => {
    const client = new pg.Client({ connectionString, application_name: 'opal-bulk' })
    await client.connect()
    try {
      await client.query("set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0")
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await client.query(`begin; ${next.definition}; delete from ${KEPT} where name = '${next.name}'; commit`)
        say(`index ${total - waiting.length} of ${total}`)
      }
    } finally {
      await client.end()
    }
  }
  await Promise.all(Array.from({ length: MAKERS }, make))
}

interface KeptIndex {
  readonly name: string
  readonly definition: string
}

/** The largest tables' first, so that both makers end together. */
async function readKept(connectionString: string): Promise<KeptIndex[]> {
  const client = new pg.Client({ connectionString, application_name: 'opal-bulk' })
  await client.connect()
  try {
    const made = await client.query<{ made: boolean }>(`select to_regclass('${KEPT}') is not null as made`)
    if (made.rows[0]?.made !== true) return []
    const { rows } = await client.query<KeptIndex>(`
      select k.name, k.definition from ${KEPT} k
      order by pg_relation_size(to_regclass(substring(k.definition from '(?: ON | table )(\\S+)'))) desc nulls last, k.name`)
    return rows
  } finally {
    await client.end()
  }
}
