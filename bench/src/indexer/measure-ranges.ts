import type { BenchOptions } from '../benchmark.ts'
import { type Measurement, plainMeasurement, rateMeasurement } from '../measurement.ts'
import { secondsOf } from '../seconds-of.ts'
import type { BenchCluster } from './bench-cluster.ts'
import { follow } from './follower.ts'
import { type PacedStream, startPacedStream } from './start-paced-stream.ts'
import { startTraffic } from './start-traffic.ts'

const TRADES = 1_500
const PAYMENTS_PER_TRADE = 19
const CALLS = 3
const GOAL = 0.8

/** Measures a long history on a stream that limits the rate per call: read by one call, and by several in parallel. */
export async function* measureRanges(cluster: BenchCluster, say: BenchOptions['say']): AsyncGenerator<Measurement> {
  say(`making ${TRADES} trades among ${TRADES * PAYMENTS_PER_TRADE} payments, for a stream that is slow on one call`)
  using traffic = await startTraffic(TRADES, PAYMENTS_PER_TRADE)
  using stream = await startPacedStream(traffic.address, traffic.nextVersion)
  say('indexing them by one call')
  const one = await rateBy(1, cluster, stream)
  say(`indexing them by ${CALLS} calls`)
  const several = await rateBy(CALLS, cluster, stream)
  yield plainMeasurement({ name: 'indexer.ranges.one', value: one, unit: 'txn/s' })
  yield rateMeasurement({ name: `indexer.ranges.${CALLS}`, value: several, unit: 'txn/s' }, CALLS * one, GOAL)
}

async function rateBy(
  calls: number,
  cluster: BenchCluster,
  { address, nodeUrl, length }: PacedStream,
): Promise<number> {
  const settings = { NODE_URL: nodeUrl, STREAM_BACKFILL_CALLS: String(calls) }
  await using follower = follow(await cluster.createStore(), address, settings)
  return length / (await secondsOf(() => follower.reach(BigInt(length))))
}
