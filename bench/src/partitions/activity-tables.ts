import type { openClient } from '@opal/store/driver/open-client'
import { secondsOf } from '../seconds-of.ts'
import { type ActivityScale, activityRowsSql, versionOf } from './activity-rows.ts'

/** A connection of the tables' owner. */
export type Owner = Awaited<ReturnType<typeof openClient>>

const TABLE = 'market.activities'
/** Rows of a statement that fills a table. */
const CHUNK = 1_000_000
/** Memory of a sort, and what a database that is thrown away need not do. */
const SETTINGS =
  "set maintenance_work_mem = '1GB'; set synchronous_commit = off; set max_parallel_workers_per_gather = 0"

/** A table's indexes, each without its name: `create [unique] index on <table> <rest>`. */
interface IndexDefinition {
  readonly isPrimary: boolean
  readonly rest: string
}

async function indexesOf(client: Owner, table: string): Promise<readonly IndexDefinition[]> {
  const { rows } = await client.query<IndexDefinition>(
    `select indisprimary as "isPrimary", substring(pg_get_indexdef(indexrelid) from ' (USING .*)$') as rest
      from pg_index where indrelid = $1::regclass order by indexrelid`,
    [table],
  )
  return rows
}

/** Makes an empty table of activities without indexes in the place of the migrated one. @param partitions how many of equal size; 0: none */
async function replaceTable(client: Owner, { rows }: ActivityScale, partitions: number): Promise<void> {
  await client.query(`alter table ${TABLE} rename to activities_migrated`)
  const like = `like market.activities_migrated including constraints including defaults`
  await client.query(`create table ${TABLE} (${like}) ${partitions === 0 ? '' : 'partition by range (version)'}`)
  for (let at = 0; at < partitions; at += 1) {
    const bound = (index: number) => versionOf(Math.round((rows * index) / partitions))
    const [from, to] = [at === 0 ? 'minvalue' : bound(at), at === partitions - 1 ? 'maxvalue' : bound(at + 1)]
    await client.query(`create table ${TABLE}_${at} partition of ${TABLE} for values from (${from}) to (${to})`)
  }
}

/**
 * Replaces the activities of a migrated database by many rows, the same for the same scale, with all indexes. In one transaction: the rows
 * of a new table need no log.
 */
export async function fillActivities(
  client: Owner,
  scale: ActivityScale,
  partitions: number,
  say: (line: string) => void,
): Promise<void> {
  const indexes = await indexesOf(client, TABLE)
  await client.query(SETTINGS)
  await client.query('begin')
  await replaceTable(client, scale, partitions)
  for (let first = 0; first < scale.rows; first += CHUNK) {
    await addActivities(client, scale, first, Math.min(CHUNK, scale.rows - first))
    say(`${Math.min(first + CHUNK, scale.rows)} of ${scale.rows} rows`)
  }
  for (const [at, index] of indexes.entries()) {
    await client.query(createIndex(index))
    say(`${at + 1} of ${indexes.length} indexes`)
  }
  await client.query('commit')
  await client.query(`vacuum (analyze) ${TABLE}`)
}

/** Adds activities, the same for the same numbers. */
export async function addActivities(client: Owner, scale: ActivityScale, first: number, count: number) {
  await client.query('select setseed($1)', [(first % scale.rows) / scale.rows])
  await client.query(`insert into ${TABLE} ${activityRowsSql(scale, first, count)}`)
}

/**
 * Partitions a table that is in use, by the steps of docs/reference/scale.md: what is stored becomes the oldest partition, without being
 * copied. Only the last step, the attaching, locks out others.
 * @param until the first version that goes into the next partition
 * @returns seconds of both steps.
 */
export async function partitionStored(client: Owner, until: bigint) {
  const validate = await secondsOf(async () => {
    await client.query(`alter table ${TABLE} add constraint activities_until check (version < ${until}) not valid`)
    await client.query(`alter table ${TABLE} validate constraint activities_until`)
  })
  const indexes = await indexesOf(client, TABLE)
  const attach = await secondsOf(async () => {
    await client.query('begin')
    await client.query(`alter table ${TABLE} rename to activities_stored`)
    await client.query(`create table ${TABLE} (like market.activities_stored including constraints including defaults)
      partition by range (version)`)
    await client.query(`alter table ${TABLE} drop constraint activities_until`)
    for (const index of indexes) await client.query(createIndex(index))
    await client.query(
      `alter table ${TABLE} attach partition market.activities_stored for values from (minvalue) to (${until})`,
    )
    await client.query(
      `create table market.activities_next partition of ${TABLE} for values from (${until}) to (maxvalue)`,
    )
    await client.query('commit')
  })
  return { validate, attach }
}

function createIndex({ isPrimary, rest }: IndexDefinition): string {
  return isPrimary ? `alter table ${TABLE} add primary key (version, event_index)` : `create index on ${TABLE} ${rest}`
}
