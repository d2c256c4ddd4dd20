import { CHAIN_IDS } from '@opal/domain/network'
import { median } from '@opal/domain/testing/statistics'
import { derivePast } from '@opal/indexer/pipeline/backfill/derive-pass'
import { type RawPassOptions, writeRaw } from '@opal/indexer/pipeline/backfill/raw-pass'
import type { IndexContext } from '@opal/indexer/pipeline/batches/index-batch'
import { openContext } from '@opal/indexer/pipeline/open-context'
import { Progress } from '@opal/indexer/status/progress'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import type { Store } from '@opal/store/driver/connection'
import { settleNextPoints } from '@opal/store/ingest/points/settle-points'
import { openRawRanges } from '@opal/store/ingest/raw/raw-ranges'
import { readTableBytes, writeTableBytes } from '@opal/store/maintenance/bulk/table-bytes'
import { COMPARABLE_TABLES, dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { pino } from 'pino'
import type { BenchOptions } from '../benchmark.ts'
import { type BenchCluster, startBenchCluster } from '../indexer/bench-cluster.ts'
import { follow } from '../indexer/follower.ts'
import { indexerConfig } from '../indexer/indexer-config.ts'
import { type RunningTraffic, startTraffic } from '../indexer/start-traffic.ts'
import { type Measurement, plainMeasurement, rateMeasurement } from '../measurement.ts'
import { secondsOf } from '../seconds-of.ts'

/** Enough for some dozen batches: far behind the head there are thousands. */
const TRADES = 13_500
const RANGES = 2
const ROUNDS = 3
/** Share of the rate of a bare COPY of the same bytes. */
const COPY_GOAL = 0.6
/** Times the rate of indexing row by row. */
const TODAY_GOAL = 3
const RAW_TABLES = ['chain.transactions', 'chain.events', 'chain.changes']

/** Transactions a second. */
interface BackfillRound {
  readonly today: number
  readonly raw: number
  readonly derive: number
  readonly whole: number
  readonly copyRaw: number
  readonly copyAll: number
}

/** Measures a history of trades only: row by row, in two passes, and as a bare COPY of the resulting rows, in turns. */
export async function* measureBackfill({ say, transactions }: BenchOptions): AsyncGenerator<Measurement> {
  const trades = transactions || TRADES
  await using cluster = await startBenchCluster()
  say(`making ${trades} trades`)
  using traffic = await startTraffic(trades, 0)
  // The server has created each part of the history beforehand: that is no work of the indexer.
  await rawPass(await cluster.createStore(), traffic)
  const rounds: BackfillRound[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`indexing them row by row, in two passes, and copying what that leaves: ${round} of ${ROUNDS}`)
    rounds.push(await measureRound(cluster, traffic))
  }
  const of = (name: keyof BackfillRound) => median(rounds.map((round) => round[name]))
  const unit = 'txn/s'
  yield plainMeasurement({ name: 'backfill.today', value: of('today'), unit })
  yield plainMeasurement({ name: 'backfill.derive', value: of('derive'), unit })
  yield plainMeasurement({ name: 'backfill.copy.raw', value: of('copyRaw'), unit })
  yield plainMeasurement({ name: 'backfill.copy.all', value: of('copyAll'), unit })
  yield rateMeasurement({ name: 'backfill.raw', value: of('raw'), unit }, of('copyRaw'), COPY_GOAL)
  yield rateMeasurement({ name: 'backfill.whole', value: of('whole'), unit }, of('copyAll'), COPY_GOAL)
  yield rateMeasurement({ name: 'backfill.whole.today', value: of('whole'), unit }, of('today'), TODAY_GOAL)
}

async function measureRound(cluster: BenchCluster, traffic: RunningTraffic): Promise<BackfillRound> {
  const count = Number(traffic.nextVersion)
  const today = await cluster.createStore()
  const indexing = await secondsOf(async () => {
    {
      await using follower = follow(today, traffic.address)
      await follower.reach(traffic.nextVersion)
    }
    // Points of collections with many orders come between batches, and belong to what is compared.
    while (await settleNextPoints(today.db));
  })
  const passes = await cluster.createStore()
  const { raw, derive } = await inTwoPasses(passes, traffic)
  await expectSameRows(today, passes)
  const copying = async (tables: readonly string[]) => {
    const bytes = await readTableBytes(today.connectionString, tables)
    const { connectionString } = await cluster.createStore()
    return secondsOf(() => writeTableBytes(connectionString, bytes))
  }
  return {
    today: count / indexing,
    raw: count / raw,
    derive: count / derive,
    whole: count / (raw + derive),
    copyRaw: count / (await copying(RAW_TABLES)),
    copyAll: count / (await copying(COMPARABLE_TABLES)),
  }
}

/** @returns seconds of each pass. */
async function inTwoPasses(
  store: Store,
  traffic: RunningTraffic,
): Promise<{ readonly raw: number; readonly derive: number }> {
  const raw = await secondsOf(() => rawPass(store, traffic))
  const derive = await secondsOf(() =>
    withIndex(store, traffic, (context, options) =>
      derivePast(context, { ...options, connectionString: store.connectionString, connections: RANGES + 1 }),
    ),
  )
  return { raw, derive }
}

async function rawPass(store: Store, traffic: RunningTraffic): Promise<void> {
  const { nextVersion } = traffic
  await withIndex(store, traffic, async ({ db, stream, chainId }, options) => {
    const span = { stream, chainId, fromVersion: 0n, toVersion: nextVersion, ranges: RANGES }
    await writeRaw(await openRawRanges(db, span), options)
  })
}

/** Runs a pass on the connection that an indexer would hold the lease with. */
async function withIndex(
  store: Store,
  { address }: RunningTraffic,
  pass: (context: IndexContext, options: RawPassOptions) => Promise<void>,
): Promise<void> {
  const config = indexerConfig(store, address)
  const { signal } = new AbortController()
  await store.db.connection().execute(async (db) => {
    const context = await openContext(db, contractsOf('local'), CHAIN_IDS.local, config.scope)
    await pass(context, { config, signal, progress: new Progress(), log: pino({ level: 'silent' }) })
  })
}

/** @throws Error when a table differs: a rate of other rows says nothing. */
async function expectSameRows(today: Store, passes: Store): Promise<void> {
  const [left, right] = [await dumpDatabase(today.db), await dumpDatabase(passes.db)]
  for (const table of COMPARABLE_TABLES)
    if (left[table]?.join('\n') !== right[table]?.join('\n')) throw new Error(`two passes left other rows in ${table}`)
}
