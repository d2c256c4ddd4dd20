import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { growLog } from '@opal/dev-chain/bench/grow-log'
import { measureRate } from '@opal/dev-chain/bench/measure-rate'
import { measureStart } from '@opal/dev-chain/bench/measure-start'
import type { BenchOptions } from '../benchmark.ts'
import { costMeasurement, type Measurement, plainMeasurement, rateMeasurement } from '../measurement.ts'

const BATCHES = 80
/** At least half the rate of bare signature checks on one thread. */
const RATE_GOAL = 0.5
/** Longest start from a log of a million transactions. */
const START_LIMIT_SECONDS = 20
const START_TRANSACTIONS = 1_000_000

/** Measures how fast the localnet commits trades, and how fast it restarts with a long past. */
export async function* measureLocalnet({ transactions, say }: BenchOptions): AsyncGenerator<Measurement> {
  say(`trading ${BATCHES} batches on the native marketplace`)
  const rate = await measureRate(BATCHES)
  yield rateMeasurement(
    { name: 'localnet.rate', value: rate.committedPerSecond, unit: 'txn/s' },
    rate.verifiedPerSecond,
    RATE_GOAL,
  )
  if (transactions > 0) yield* measureRestart(transactions, say)
}

async function* measureRestart(transactions: number, say: BenchOptions['say']): AsyncGenerator<Measurement> {
  const directory = mkdtempSync(join(tmpdir(), 'opal-bench-'))
  try {
    await growLog(directory, transactions, say)
    const started = await measureStart(directory)
    const limit = (START_LIMIT_SECONDS * started.transactions) / START_TRANSACTIONS
    yield costMeasurement({ name: 'localnet.start', value: started.seconds, unit: 's' }, limit, 1)
    yield plainMeasurement({ name: 'localnet.start.memory', value: started.memoryMib, unit: 'MiB' })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
