import type pg from 'pg'
import { openClient } from '../open-client.ts'

/** Table with the definitions of dropped indexes, so that an interrupted load can restore them. */
const DROPPED_INDEXES = 'public.bulk_load_indexes'
/** Number of indexes created in parallel. */
const MAKERS = 2

/** Drops the indexes and keys of tables and stores their definitions, in one transaction. */
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

/**
 * Finds indexes. One that belongs to a key is dropped and recreated with its constraint, one of a partitioned table on its partitions, too:
 * PostgreSQL writes it as an index of the table alone.
 */
const FIND = `
  with owned as (
    select c.conindid, format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname,
        pg_get_constraintdef(c.oid)) as definition,
      format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as removal
    from pg_constraint c where c.conrelid = any($1::regclass[]) and c.contype in ('p', 'u')
  )
  select i.indexrelid::regclass::text as name, coalesce(o.definition, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')) as definition,
    coalesce(o.removal, format('drop index %s', i.indexrelid::regclass)) as removal
  from pg_index i left join owned o on o.conindid = i.indexrelid
  where i.indrelid = any($1::regclass[])
  order by name`

export interface RestoreOptions {
  /** Called as indexes are made. */
  readonly say?: (line: string) => void
  /** Tables whose indexes are recreated; null, or left out, for all. */
  readonly tables?: readonly string[] | null
  /** Ends the wait. The server completes what it is making, for the next call to find. */
  readonly signal?: AbortSignal
}

/**
 * Recreates dropped indexes, two at a time, including those of an interrupted load. One that the server still builds for a program that was
 * killed is awaited: a second index of that name would be refused.
 * @throws the reason of the signal.
 */
export async function restoreIndexes(
  connectionString: string,
  { say = () => undefined, tables = null, signal }: RestoreOptions = {},
): Promise<void> {
  const waiting = await readDroppedIndexes(connectionString, tables)
  const total = waiting.length
  const make = async (): Promise<void> => {
    const client = await openClient(connectionString, 'opal-bulk')
    const end = () => void client.end()
    signal?.addEventListener('abort', end)
    try {
      signal?.throwIfAborted()
      await client.query(
        "set synchronous_commit = off; set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0",
      )
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await client.query(recreation(next))
        say(`index ${total - waiting.length} of ${total}`)
      }
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', end)
      await client.end()
    }
  }
  await Promise.all(Array.from({ length: MAKERS }, make))
}

interface DroppedIndex {
  readonly name: string
  readonly definition: string
}

/** Returns the statement that recreates an index unless another has done so. It is one, which the server completes also for a client that is gone. */
function recreation({ name, definition }: DroppedIndex): string {
  return `do $recreate$ begin
    perform from ${DROPPED_INDEXES} where name = '${name}' for update;
    if found then
      ${definition};
      delete from ${DROPPED_INDEXES} where name = '${name}';
    end if;
  end $recreate$`
}

/** Orders by table size, largest first, so that both workers finish at about the same time. */
async function readDroppedIndexes(connectionString: string, tables: readonly string[] | null): Promise<DroppedIndex[]> {
  const client = await openClient(connectionString, 'opal-bulk')
  try {
    const made = await client.query<{ made: boolean }>(`select to_regclass('${DROPPED_INDEXES}') is not null as made`)
    if (made.rows[0]?.made !== true) return []
    const { rows } = await client.query<DroppedIndex>(
      `select k.name, k.definition from ${DROPPED_INDEXES} k
      cross join lateral (select substring(k.definition from '(?: ON | table )(\\S+)') as name) of_table
      where $1::text[] is null or of_table.name = any($1)
      order by pg_relation_size(to_regclass(of_table.name)) desc nulls last, k.name`,
      [tables],
    )
    return rows
  } finally {
    await client.end()
  }
}
