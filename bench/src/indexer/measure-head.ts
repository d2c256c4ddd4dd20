import type { Store } from '@opal/store/driver/connection'
import type { BareRows } from '@opal/store/maintenance/inspect/table-rows'
import { costMeasurement, type Measurement, plainMeasurement } from '../measurement.ts'
import { median, quantile } from '../statistics.ts'
import { SmallCommits } from './bare-writes.ts'
import type { Follower } from './follower.ts'
import type { RunningTraffic } from './start-traffic.ts'

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
  /** An empty database beside the indexer's, for bare commits. */
  readonly store: Store
  readonly written: readonly BareRows[]
}

/** From a block's transactions received to their rows readable, and between two blocks a bare commit of 100 rows. */
export async function* measureHead({ traffic, follower, store, written }: HeadParts): AsyncGenerator<Measurement> {
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
