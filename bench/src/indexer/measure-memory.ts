import { setTimeout as delay } from 'node:timers/promises'
import { median } from '@opal/domain/testing/statistics'
import type { BenchOptions } from '../benchmark.ts'
import { costMeasurement, type Measurement } from '../measurement.ts'
import type { BenchCluster } from './bench-cluster.ts'
import { follow } from './follower.ts'
import { startTraffic } from './start-traffic.ts'

/** Memory limit of an indexer, MiB. */
const MAX_MIB = 512
/** Trades of the past that it reads before it follows the head. */
const PAST_TRADES = 10_000
const TRADES_PER_SECOND = 60
const SAMPLE_EVERY_MS = 1_000
const REPORT_EVERY_MS = 60_000
/** Flat: the last fifth holds at most a tenth more than the second fifth. */
const GOAL = 0.9

/** Measures resident memory of the indexer: while it reads a past as fast as it can, and while a market trades without a pause. */
export async function* measureMemory(
  cluster: BenchCluster,
  minutes: number,
  say: BenchOptions['say'],
): AsyncGenerator<Measurement> {
  say(`making ${PAST_TRADES} trades`)
  using traffic = await startTraffic(PAST_TRADES, 0)
  const store = await cluster.createStore()
  await using follower = follow(store, traffic.address)
  const caughtUp = follower.reach(traffic.nextVersion)
  const past = await sampleMemory(caughtUp, () => undefined)
  yield costMeasurement({ name: 'indexer.memory.past', value: Math.max(...past), unit: 'MiB' }, MAX_MIB, 1)
  traffic.keepTrading(TRADES_PER_SECOND)
  const samples = await sampleMemory(delay(minutes * 60_000), say)
  const fifth = Math.floor(samples.length / 5)
  const early = median(samples.slice(fifth, 2 * fifth))
  const late = median(samples.slice(-fifth))
  yield costMeasurement({ name: 'indexer.memory.most', value: Math.max(...samples), unit: 'MiB' }, MAX_MIB, 1)
  yield costMeasurement({ name: 'indexer.memory.late', value: late, unit: 'MiB' }, early, GOAL)
}

/** Samples the resident memory of this process until something has ended. @throws what that rejects with. */
async function sampleMemory(until: Promise<void>, say: BenchOptions['say']): Promise<readonly number[]> {
  const samples: number[] = []
  const start = performance.now()
  let nextReportMs = REPORT_EVERY_MS
  let isOver = false
  const ended = until.finally(() => {
    isOver = true
  })
  ended.catch(() => undefined)
  while (!isOver) {
    await Promise.race([ended, delay(SAMPLE_EVERY_MS)])
    const mib = process.memoryUsage.rss() / 2 ** 20
    samples.push(mib)
    if (performance.now() - start < nextReportMs) continue
    say(`${Math.round(nextReportMs / 60_000)} min: ${Math.round(mib)} MiB`)
    nextReportMs += REPORT_EVERY_MS
  }
  return samples
}
