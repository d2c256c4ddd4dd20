import { CHAIN_IDS } from '@opal/domain/network'
import { median } from '@opal/domain/testing/statistics'
import { derivePast } from '@opal/indexer/pipeline/backfill/derive-stroke'
import { writeRaw } from '@opal/indexer/pipeline/backfill/raw-stroke'
import { openContext } from '@opal/indexer/pipeline/open-context'
import { Progress } from '@opal/indexer/status/progress'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import type { Store } from '@opal/store/driver/connection'
import { openRawRanges } from '@opal/store/ingest/raw/raw-ranges'
import { readTableBytes, writeTableBytes } from '@opal/store/maintenance/bulk/table-bytes'
import { COMPARABLE_TABLES, dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { pino } from 'pino'
import type { BenchOptions } from '../benchmark.ts'
import { type BenchCluster, startBenchCluster } from '../indexer/bench-cluster.ts'
import { follow } from '../indexer/follower.ts'
import { indexerConfig } from '../indexer/indexer-config.ts'
import { localStream } from '../indexer/local-stream.ts'
import { type RunningTraffic, startTraffic } from '../indexer/start-traffic.ts'
import { type Measurement, plainMeasurement, rateMeasurement } from '../measurement.ts'
import { secondsOf } from '../seconds-of.ts'

const TRADES = 4_500
const RANGES = 2
const ROUNDS = 3
/** Of bare COPY of the same bytes. */
const COPY_GOAL = 0.6
/** Times the rate of indexing row by row. */
const TODAY_GOAL = 3
const RAW_TABLES = ['chain.transactions', 'chain.events', 'chain.changes']

/** Transactions a second. */
interface BackfillRound {
  readonly today: number
  readonly raw: number
  readonly whole: number
  readonly copyRaw: number
  readonly copyAll: number
}

/** A past of trades alone: row by row, in two strokes, and bare COPY of what it leaves, in turns. */
export async function* measureBackfill({ say }: BenchOptions): AsyncGenerator<Measurement> {
  await using cluster = await startBenchCluster()
  say(`making ${TRADES} trades`)
  using traffic = await startTraffic(TRADES, 0)
  const rounds: BackfillRound[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`indexing them row by row, in two strokes, and copying what that leaves: ${round} of ${ROUNDS}`)
    rounds.push(await measureRound(cluster, traffic))
  }
  const of = (name: keyof BackfillRound) => median(rounds.map((round) => round[name]))
  const unit = 'txn/s'
  yield plainMeasurement({ name: 'backfill.today', value: of('today'), unit })
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
    await using follower = follow(today, traffic.address)
    await follower.reach(traffic.nextVersion)
  })
  const strokes = await cluster.createStore()
  const { raw, derive } = await inTwoStrokes(strokes, traffic)
  await expectSameRows(today, strokes)
  const copying = async (tables: readonly string[]) => {
    const bytes = await readTableBytes(today.connectionString, tables)
    const { connectionString } = await cluster.createStore()
    return secondsOf(() => writeTableBytes(connectionString, bytes))
  }
  return {
    today: count / indexing,
    raw: count / raw,
    whole: count / (raw + derive),
    copyRaw: count / (await copying(RAW_TABLES)),
    copyAll: count / (await copying(COMPARABLE_TABLES)),
  }
}

/** @returns seconds of each stroke. */
async function inTwoStrokes(
  store: Store,
  { address, nextVersion }: RunningTraffic,
): Promise<{ readonly raw: number; readonly derive: number }> {
  const config = indexerConfig(store, address)
  const stream = localStream(address, new AbortController().signal)
  const options = { config, stream, progress: new Progress(), log: pino({ level: 'silent' }) }
  return store.db.connection().execute(async (db) => {
    const context = await openContext(db, contractsOf('local'), CHAIN_IDS.local, config.scope)
    const span = { stream: context.stream, chainId: context.chainId, fromVersion: 0n, toVersion: nextVersion }
    const ranges = await openRawRanges(db, { ...span, ranges: RANGES })
    const raw = await secondsOf(() => writeRaw(context, ranges, options))
    const derive = await secondsOf(
      async () =>
        void (await derivePast(context, {
          ...options,
          connectionString: config.databaseUrl,
          connections: config.stream.backfill.calls,
          signal: stream.signal,
        })),
    )
    return { raw, derive }
  })
}

/** @throws Error when a table differs: a rate of other rows says nothing. */
async function expectSameRows(today: Store, strokes: Store): Promise<void> {
  const [left, right] = [await dumpDatabase(today.db), await dumpDatabase(strokes.db)]
  for (const table of COMPARABLE_TABLES)
    if (left[table]?.join('\n') !== right[table]?.join('\n')) throw new Error(`two strokes left other rows in ${table}`)
}
