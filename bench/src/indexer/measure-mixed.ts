import { median } from '@opal/domain/testing/statistics'
import type { BenchOptions } from '../benchmark.ts'
import { type Measurement, rateMeasurement } from '../measurement.ts'
import { secondsOf } from '../seconds-of.ts'
import type { BenchCluster } from './bench-cluster.ts'
import { follow } from './follower.ts'
import type { TradeLimits } from './measure-trades.ts'
import { readingLimits } from './reading-limits.ts'
import { startTraffic } from './start-traffic.ts'
import { takeRaw } from './take-raw.ts'

const TRADES = 2_000
/** One in twenty transactions trades. */
const PAYMENTS_PER_TRADE = 19
const NFT_SHARE = 1 / (1 + PAYMENTS_PER_TRADE)
const GOAL = 0.4
const ROUNDS = 3

/**
 * A stream in which one in twenty transactions trades. Its limit is derived: one thread skims all and decodes a
 * twentieth, while the rows of that twentieth are written.
 */
export async function* measureMixed(
  cluster: BenchCluster,
  { decode, write }: TradeLimits,
  say: BenchOptions['say'],
): AsyncGenerator<Measurement> {
  say(`making ${TRADES} trades among ${TRADES * PAYMENTS_PER_TRADE} payments`)
  using traffic = await startTraffic(TRADES, PAYMENTS_PER_TRADE)
  const { skim } = await readingLimits(await takeRaw(traffic.address, traffic.nextVersion))
  const reading = 1 / (1 / skim + NFT_SHARE / decode)
  const values: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`indexing them: ${round} of ${ROUNDS}`)
    await using follower = follow(await cluster.createStore(), traffic.address)
    const seconds = await secondsOf(() => follower.reach(traffic.nextVersion))
    values.push(Number(traffic.nextVersion) / seconds)
  }
  const value = median(values)
  const limit = Math.min(reading, write / NFT_SHARE)
  yield rateMeasurement({ name: 'indexer.backfill.mixed', value, unit: 'txn/s' }, limit, GOAL)
}
