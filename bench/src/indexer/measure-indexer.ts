import type { BenchOptions } from '../benchmark.ts'
import type { Measurement } from '../measurement.ts'
import { startBenchCluster } from './bench-cluster.ts'
import { measureMemory } from './measure-memory.ts'
import { measureMixed } from './measure-mixed.ts'
import { measureRanges } from './measure-ranges.ts'
import { measureTrades } from './measure-trades.ts'

/** Measures the indexer's pipeline against a localnet's stream in another process and a PostgreSQL of its own. */
export async function* measureIndexer({ minutes, only, say }: BenchOptions): AsyncGenerator<Measurement> {
  await using cluster = await startBenchCluster()
  if (only !== 'memory' && only !== 'ranges') {
    const limits = yield* measureTrades(cluster, only === null || only === 'head', say)
    if (only === null || only === 'mixed') yield* measureMixed(cluster, limits, say)
  }
  if (only === null || only === 'ranges') yield* measureRanges(cluster, say)
  if (minutes > 0) yield* measureMemory(cluster, minutes, say)
}
