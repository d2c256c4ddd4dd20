import { setTimeout as wait } from 'node:timers/promises'
import { median } from '@opal/domain/testing/statistics'
import type { BenchOptions } from '../benchmark.ts'
import { costMeasurement, type Measurement, plainMeasurement } from '../measurement.ts'
import type { BenchCluster } from './bench-cluster.ts'
import { follow } from './follower.ts'
import { startTraffic } from './start-traffic.ts'

const TRADES_PER_SECOND = 60
const SAMPLE_EVERY_MS = 2_000
const REPORT_EVERY_MS = 60_000
/** The last fifth of the samples is at most a tenth above the second fifth. */
const GOAL = 0.9

/** Resident memory of the indexer while a market trades without a pause. */
export async function* measureMemory(
  cluster: BenchCluster,
  minutes: number,
  say: BenchOptions['say'],
): AsyncGenerator<Measurement> {
  using traffic = await startTraffic(0, 0)
  const store = await cluster.createStore()
  await using follower = follow(store, traffic.address)
  await follower.reach(traffic.nextVersion)
  traffic.keepTrading(TRADES_PER_SECOND)
  const samples = await sampleMemory(minutes * 60_000, say)
  const fifth = Math.floor(samples.length / 5)
  const early = median(samples.slice(fifth, 2 * fifth))
  const late = median(samples.slice(-fifth))
  yield plainMeasurement({ name: 'indexer.memory.most', value: Math.max(...samples), unit: 'MiB' })
  yield costMeasurement({ name: 'indexer.memory.late', value: late, unit: 'MiB' }, early, GOAL)
}

async function sampleMemory(forMs: number, say: BenchOptions['say']): Promise<readonly number[]> {
  const samples: number[] = []
  const start = performance.now()
  let nextReportMs = REPORT_EVERY_MS
  while (performance.now() - start < forMs) {
    await wait(SAMPLE_EVERY_MS)
    const mib = process.memoryUsage().rss / 2 ** 20
    samples.push(mib)
    if (performance.now() - start < nextReportMs) continue
    say(`${Math.round(nextReportMs / 60_000)} min: ${Math.round(mib)} MiB`)
    nextReportMs += REPORT_EVERY_MS
  }
  return samples
}
