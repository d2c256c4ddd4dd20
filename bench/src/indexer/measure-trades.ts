import { median, quantile } from '@opal/domain/testing/statistics'
import type { Store } from '@opal/store/driver/connection'
import type { BareRows } from '@opal/store/maintenance/inspect/table-rows'
import type { BenchOptions } from '../benchmark.ts'
import { costMeasurement, type Measurement, plainMeasurement, rateMeasurement } from '../measurement.ts'
import { secondsOf } from '../seconds-of.ts'
import { readWrittenRows, SmallCommits, writeSameRows } from './bare-writes.ts'
import type { BenchCluster } from './bench-cluster.ts'
import { type Follower, follow } from './follower.ts'
import { readingLimits } from './reading-limits.ts'
import { type RunningTraffic, startTraffic } from './start-traffic.ts'
import { takeRaw } from './take-raw.ts'

const TRADES = 4_500
/** At least half of what the slower of decoding and writing could do. */
const GOAL = 0.5
/** Rounds whose median is taken: the speed of disks varies. */
const ROUNDS = 3

/** Limits of indexing trades, in transactions per second. */
export interface TradeLimits {
  readonly decode: number
  /** The rows that a transaction leaves behind, written by bare statements. */
  readonly write: number
}

/** A stream of trades alone: backfill compared with its limits, then, if wanted, latency at the head. */
export async function* measureTrades(
  cluster: BenchCluster,
  withHead: boolean,
  say: BenchOptions['say'],
): AsyncGenerator<Measurement, TradeLimits> {
  say(`making ${TRADES} trades`)
  using traffic = await startTraffic(TRADES, 0)
  const raw = await takeRaw(traffic.address, traffic.nextVersion)
  say('skimming and decoding them')
  const { skim, decode } = await readingLimits(raw)
  const rounds: TradeRound[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`indexing them, and writing the same rows bare: ${round} of ${ROUNDS}`)
    rounds.push(await measureRound(cluster, traffic, raw.length))
  }
  const backfill = median(rounds.map((one) => one.backfill))
  const write = median(rounds.map((one) => one.write))
  const { store, written } = rounds.at(-1) as TradeRound
  const rows = written.reduce((sum, { count }) => sum + count, 0)
  yield plainMeasurement({ name: 'indexer.skim', value: skim, unit: 'txn/s' })
  yield plainMeasurement({ name: 'indexer.decode', value: decode, unit: 'txn/s' })
  yield plainMeasurement({ name: 'indexer.write', value: write, unit: 'txn/s' })
  yield plainMeasurement({ name: 'indexer.rows', value: rows / raw.length, unit: 'rows/txn' })
  yield rateMeasurement({ name: 'indexer.backfill.nft', value: backfill, unit: 'txn/s' }, Math.min(decode, write), GOAL)
  if (!withHead) return { decode, write }
  say('following the head of the chain')
  await using follower = follow(store, traffic.address)
  yield* measureHead({ traffic, follower, store: await cluster.createStore(), written })
  return { decode, write }
}

interface TradeRound {
  /** Transactions a second. */
  readonly backfill: number
  readonly write: number
  readonly store: Store
  readonly written: readonly BareRows[]
}

/** Indexes everything into an empty database, and writes the rows that this left into another. */
async function measureRound(cluster: BenchCluster, traffic: RunningTraffic, count: number): Promise<TradeRound> {
  const store = await cluster.createStore()
  await using follower = follow(store, traffic.address)
  const indexing = await secondsOf(() => follower.reach(traffic.nextVersion))
  const written = await readWrittenRows(store)
  const writing = await writeSameRows(await cluster.createStore(), written)
  return { backfill: count / indexing, write: count / writing, store, written }
}

const BLOCKS = 120
const WARM_UP_BLOCKS = 20
const TRADES_A_BLOCK = 5
/** The median may be three times a bare commit's median, the slowest hundredth ten times. */
const P50_GOAL = 1 / 3
const P99_GOAL = 1 / 10
const NANOS_PER_MS = 1e6

interface HeadParts {
  readonly traffic: RunningTraffic
  /** At the head already. */
  readonly follower: Follower
  /** An empty database in addition to the indexer's, for bare commits. */
  readonly store: Store
  readonly written: readonly BareRows[]
}

/** From a block's transactions received to their rows readable, and between two blocks a bare commit of 100 rows. */
async function* measureHead({ traffic, follower, store, written }: HeadParts): AsyncGenerator<Measurement> {
  const commits = new SmallCommits(store, written)
  const heads: number[] = []
  const fromChain: number[] = []
  const bare: number[] = []
  follower.takeReceivedNanos()
  for (let block = 0; block < WARM_UP_BLOCKS + BLOCKS; block += 1) {
    const { nextVersion, atNanos } = await traffic.makeBlock(TRADES_A_BLOCK)
    await follower.reach(nextVersion)
    const readable = process.hrtime.bigint()
    heads.push(Number(readable - (follower.takeReceivedNanos() ?? atNanos)) / NANOS_PER_MS)
    fromChain.push(Number(readable - atNanos) / NANOS_PER_MS)
    bare.push(await commits.next())
  }
  const limit = median(bare.slice(WARM_UP_BLOCKS))
  const measured = heads.slice(WARM_UP_BLOCKS)
  yield plainMeasurement({ name: 'indexer.commit.p50', value: limit, unit: 'ms' })
  yield plainMeasurement({ name: 'indexer.chain.p50', value: median(fromChain.slice(WARM_UP_BLOCKS)), unit: 'ms' })
  yield costMeasurement({ name: 'indexer.head.p50', value: median(measured), unit: 'ms' }, limit, P50_GOAL)
  yield costMeasurement({ name: 'indexer.head.p99', value: quantile(measured, 0.99), unit: 'ms' }, limit, P99_GOAL)
}
