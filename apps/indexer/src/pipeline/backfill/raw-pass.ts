import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { MarketError } from '@opal/domain/errors'
import type { RawRangeRow } from '@opal/store/schema/stream'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../../config.ts'
import type { Progress } from '../../status/progress.ts'
import { logLeftOut } from '../batches/log-left-out.ts'
import { reportStream } from '../stream/report-stream.ts'
import type { PassedError, RawRangeReport, RawRangeTask } from './raw-range-worker.ts'

export interface RawPassOptions {
  readonly config: IndexerConfig
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly log: Logger
}

/**
 * Writes the remaining raw rows of the ranges in parallel, one thread per range, because parsing takes longer than writing.
 * Returns early at the signal; committed rows remain.
 * @throws the first error of a range, after all others have stopped.
 */
export async function writeRaw(ranges: readonly RawRangeRow[], options: RawPassOptions): Promise<void> {
  const failing = new AbortController()
  const signal = AbortSignal.any([options.signal, failing.signal])
  const left = ranges.filter((range) => range.next_version < range.to_version)
  const results = await Promise.allSettled(
    left.map(async (range) => {
      try {
        await writeRange({ config: options.config, range }, { ...options, signal })
      } catch (error) {
        failing.abort()
        throw error
      }
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function writeRange(task: RawRangeTask, { signal, progress, log }: RawPassOptions): Promise<void> {
  const worker = new Worker(new URL('./raw-range-worker.ts', import.meta.url), { workerData: task })
  const stop = () => worker.postMessage('stop')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  let failure: Error | null = null
  worker.on('message', (message: RawRangeReport) => {
    if (message.kind === 'failed') failure = received(message.error)
    else passOn(message, progress, log)
  })
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error))
  })
  try {
    await once(worker, 'exit')
  } finally {
    signal.removeEventListener('abort', stop)
  }
  if (failure !== null) throw failure
}

/** Passes on what a worker thread reports, as if its stream were of this thread. */
function passOn(report: Exclude<RawRangeReport, { kind: 'failed' }>, progress: Progress, log: Logger): void {
  const stream = reportStream(progress, log)
  switch (report.kind) {
    case 'took':
      progress.took(report.transactions)
      logLeftOut(log, report)
      break
    case 'unwritten':
      logLeftOut(log, { unwritten: [{ row: report.row, error: null }] })
      break
    case 'lost':
      stream.onLost(received(report.error), report.version, report.waitMs)
      break
    case 'accepted':
      stream.onAccepted()
      break
    case 'silent':
      stream.onSilent()
      break
    case 'repeated':
      stream.onRepeated(report.transactions, report.version)
  }
}

/** An application error from another thread. */
class ThreadError extends MarketError {
  override readonly code: string
  override readonly retryable: boolean

  constructor({ code, message, retryable }: PassedError) {
    super(message)
    this.code = code ?? 'unknown'
    this.retryable = retryable === true
  }
}

/** Recreates an error from another thread, with its code and whether a retry may help. */
function received(error: PassedError): Error {
  if (error.retryable !== null) return new ThreadError(error)
  return Object.assign(new Error(error.message), error.code !== null && { code: error.code })
}
