import pg from 'pg'
import type { Columns, Table } from '../../schema/table.ts'
import { CopySink } from './copy-sink.ts'

/** Table of dropped indexes' definitions, so that an interrupted load can restore them. */
const DROPPED_INDEXES = 'public.bulk_load_indexes'
/** Indexes made at once. */
const MAKERS = 2

/** Drops the indexes and keys of some tables and stores their definitions, in one transaction. */
export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query('begin')
  await client.query(`create table if not exists ${DROPPED_INDEXES} (name text primary key, definition text not null)`)
  const { rows } = await client.query<{ name: string; definition: string; removal: string }>(FIND, [tables])
  for (const { name, definition, removal } of rows) {
    await client.query(
      `insert into ${DROPPED_INDEXES} values ($1, $2) on conflict (name) do update set definition = $2`,
      [name, definition],
    )
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
  const waiting = await readDroppedIndexes(connectionString)
  const total = waiting.length
  const make = async (): Promise<void> => {
    const client = new pg.Client({ connectionString, application_name: 'opal-bulk' })
    await client.connect()
    try {
      await client.query("set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0")
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await client.query(
          `begin; ${next.definition}; delete from ${DROPPED_INDEXES} where name = '${next.name}'; commit`,
        )
        say(`index ${total - waiting.length} of ${total}`)
      }
    } finally {
      await client.end()
    }
  }
  await Promise.all(Array.from({ length: MAKERS }, make))
}

interface DroppedIndex {
  readonly name: string
  readonly definition: string
}

/** The largest tables' first, so that both makers end together. */
async function readDroppedIndexes(connectionString: string): Promise<DroppedIndex[]> {
  const client = new pg.Client({ connectionString, application_name: 'opal-bulk' })
  await client.connect()
  try {
    const made = await client.query<{ made: boolean }>(`select to_regclass('${DROPPED_INDEXES}') is not null as made`)
    if (made.rows[0]?.made !== true) return []
    const { rows } = await client.query<DroppedIndex>(`
      select k.name, k.definition from ${DROPPED_INDEXES} k
      order by pg_relation_size(to_regclass(substring(k.definition from '(?: ON | table )(\\S+)'))) desc nulls last, k.name`)
    return rows
  } finally {
    await client.end()
  }
}

/**
 * Puts the triggers of tables that are about to be loaded to sleep: each table is loaded on a connection of its own, and a
 * trigger that reads another of them would wait for it for ever. What the triggers keep, the loader makes at the end.
 */
export async function disableTriggers(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
}

/** Wakes the triggers, also those of a load that was broken off. */
export async function enableTriggers(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}

/**
 * Fills tables with many millions of rows: without their indexes, which are made again at the end, and without their
 * triggers. No other program may use the tables at that time. Their former rows are deleted.
 */
export interface BulkLoad extends AsyncDisposable {
  /** Empties a table and opens it for rows, on a connection of its own. */
  open<Of extends Columns>(table: Table<Of>, columns: readonly (keyof Of & string)[]): Promise<CopySink>
  /** Commits every table that is open. */
  endTables(): Promise<void>
  /** Makes all indexes again, wakes the triggers and counts for the planner. */
  restore(say: (line: string) => void): Promise<void>
}

/** @param tables all that will be filled, by name. */
export async function startBulkLoad(connectionString: string, tables: readonly string[]): Promise<BulkLoad> {
  await using undo = new AsyncDisposableStack()
  const connection = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString, application_name: 'opal-bulk' })
    await client.connect()
    client.on('error', () => undefined)
    return client
  }
  const first = await connection()
  undo.defer(() => first.end())
  await dropIndexes(first, tables)
  await disableTriggers(first, tables)
  const sinks: CopySink[] = []
  const clients = undo.move()
  return {
    async open(table, columns) {
      const client = await connection()
      clients.defer(() => client.end())
      const sink = await CopySink.open(client, table, columns)
      sinks.push(sink)
      return sink
    },
    async endTables() {
      for (const sink of sinks.splice(0)) await sink.end()
    },
    async restore(say) {
      await restoreIndexes(connectionString, say)
      await enableTriggers(first, tables)
      say('counting for the planner')
      for (const table of tables) await first.query(`analyze ${table}`)
    },
    [Symbol.asyncDispose]: () => clients.disposeAsync(),
  }
}
