import { median } from '@opal/domain/testing/statistics'
import { connect, type Store } from '@opal/store/driver/connection'
import { openClient } from '@opal/store/driver/open-client'
import { plansOf } from '@opal/store/testing/plans/work-for-any-parameters'
import { queryRows } from '@opal/store/testing/query-rows'
import type { BenchOptions } from '../benchmark.ts'
import { tableWork } from '../large/plan-work.ts'
import { type Measurement, plainMeasurement } from '../measurement.ts'
import { startScratchPostgres } from '../scratch-postgres.ts'
import { secondsOf } from '../seconds-of.ts'
import { activityReads } from './activity-reads.ts'
import { type ActivityScale, activityScale, versionOf } from './activity-rows.ts'
import { addActivities, fillActivities, type Owner, partitionStored } from './activity-tables.ts'

/** Partitions of equal size. */
const PARTITIONS = 10
/** Samples of each list, and how often each is read; the first time does not count. */
const [SAMPLES, ROUNDS] = [20, 4]
/** Rows that are added, and rows of a commit. */
const [ADDED, COMMITTED] = [100_000, 5_000]
/** Part of the oldest rows that are deleted of a table without partitions. */
const DELETED_PART = 0.01
const MIB = 2 ** 20

/**
 * Measures activities in one table and in partitions by version, the same rows with the same indexes: what the frequent lists read, how fast
 * rows are added, how the oldest are removed, and how a stored table is partitioned. One after the other, so that the disk holds one of them.
 */
export async function* measurePartitions({ rows, say }: BenchOptions): AsyncGenerator<Measurement> {
  const scale = activityScale(rows)
  await using stack = new AsyncDisposableStack()
  const databases = await startScratchPostgres(stack)
  for (const [layout, partitions] of [
    ['partitioned', PARTITIONS],
    ['plain', 0],
  ] as const) {
    await using database = await databases.create()
    await using client = await openOwner(database.databaseUrl)
    const sayOf = (line: string) => say(`${layout}: ${line}`)
    const name = (what: string) => `partitions.${layout}.${what}`
    const filling = await secondsOf(() => fillActivities(client.owner, scale, partitions, sayOf))
    yield plainMeasurement({ name: name('fill'), value: filling, unit: 's' })
    await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-bench', ...READER })
    yield plainMeasurement({ name: name('bytes'), value: (await bytesOf(store)) / MIB, unit: 'MiB' })
    sayOf('reading')
    yield* measureReads(store, scale, name)
    sayOf('adding rows')
    yield await measureAdding(client.owner, scale, name)
    sayOf('removing the oldest')
    yield* partitions === 0 ? measureDeleting(client.owner, scale, name) : measureDetaching(client.owner, name)
    if (partitions > 0) continue
    sayOf('partitioning what is stored')
    yield* measurePartitioning(client.owner, scale)
    yield* measureReads(store, scale, (what) => `partitions.partitioned-later.${what}`)
  }
}

const READER = { maxConnections: 1, workload: 'requests' } as const

async function openOwner(databaseUrl: string): Promise<AsyncDisposable & { readonly owner: Owner }> {
  const owner = await openClient(databaseUrl, 'opal-bench')
  return { owner, [Symbol.asyncDispose]: () => owner.end() }
}

async function bytesOf(store: Store): Promise<number> {
  const [sum] = await queryRows<{ bytes: string }>(
    store,
    `select sum(pg_total_relation_size(oid))::text as bytes from pg_class
      where relnamespace = 'market'::regnamespace and relname like 'activities%' and relkind = 'r'`,
  )
  return Number(sum?.bytes)
}

/** Reads each list: pages of 8 KiB and rows of activities, and the median time of the whole statement. */
async function* measureReads(
  store: Store,
  scale: ActivityScale,
  name: (what: string) => string,
): AsyncGenerator<Measurement> {
  for (const read of activityReads(scale)) {
    const samples = Array.from({ length: SAMPLES }, (_, at) => at)
    const plans = await plansOf(store, async (asked) => {
      for (const sample of samples) await read.run(asked, sample)
    })
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const sample of samples) {
        const seconds = await secondsOf(async () => void (await read.run(store, sample)))
        if (round > 0) times.push(seconds)
      }
    }
    // Names and images, which a page also shows, are in other tables.
    const { rows, pages } = tableWork(plans, (table) => table.startsWith('activities'))
    yield {
      ...plainMeasurement({ name: name(`read.${read.name}`), value: pages / SAMPLES, unit: 'pages' }),
      details: { rows: rows / SAMPLES, ms: median(times) * 1_000 },
    }
  }
}

/** Adds the rows that follow, after a checkpoint: the first change of a page logs it whole, which is expensive for index pages all over a table. */
async function measureAdding(client: Owner, scale: ActivityScale, name: (what: string) => string) {
  const position = async () => {
    const { rows } = await client.query<{ bytes: string }>(
      `select (pg_current_wal_insert_lsn() - '0/0')::text as bytes`,
    )
    return Number(rows[0]?.bytes)
  }
  await client.query('checkpoint')
  const before = await position()
  const seconds = await secondsOf(async () => {
    for (let added = 0; added < ADDED; added += COMMITTED)
      await addActivities(client, scale, scale.rows + added, COMMITTED)
  })
  const details = { walBytesPerRow: ((await position()) - before) / ADDED }
  return { ...plainMeasurement({ name: name('add'), value: ADDED / seconds, unit: 'rows/s' }), details }
}

async function* measureDetaching(client: Owner, name: (what: string) => string): AsyncGenerator<Measurement> {
  const statements = {
    detach: 'alter table market.activities detach partition market.activities_0 concurrently',
    drop: 'drop table market.activities_0',
  }
  for (const [what, statement] of Object.entries(statements)) {
    const seconds = await secondsOf(async () => void (await client.query(statement)))
    yield plainMeasurement({ name: name(what), value: seconds * 1_000, unit: 'ms' })
  }
}

async function* measureDeleting(client: Owner, { rows }: ActivityScale, name: (what: string) => string) {
  const count = Math.floor(rows * DELETED_PART)
  const remove = `delete from market.activities where version < ${versionOf(count)}`
  const seconds = await secondsOf(async () => void (await client.query(remove)))
  yield plainMeasurement({ name: name('delete'), value: count / seconds, unit: 'rows/s' })
}

async function* measurePartitioning(client: Owner, { rows }: ActivityScale): AsyncGenerator<Measurement> {
  const times = await partitionStored(client, versionOf(rows + ADDED))
  for (const [what, seconds] of Object.entries(times))
    yield plainMeasurement({ name: `partitions.partition-stored.${what}`, value: seconds * 1_000, unit: 'ms' })
}
