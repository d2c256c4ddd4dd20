import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { MarketError } from '@opal/domain/errors'
import type { RawRangeRow } from '@opal/store/schema/stream'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../../config.ts'
import type { Progress } from '../../status/progress.ts'
import { logLeftOut } from '../log-left-out.ts'
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
    else follow(message, progress, log)
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

function follow(report: Exclude<RawRangeReport, { kind: 'failed' }>, progress: Progress, log: Logger): void {
  switch (report.kind) {
    case 'took':
      progress.took(report.transactions)
      logLeftOut(log, report)
      return
    case 'unwritten':
      logLeftOut(log, { unwritten: [{ row: report.row, error: null }] })
      return
    case 'lost': {
      const { error, version, waitMs } = report
      progress.lost(received(error))
      log.warn({ code: error.code, version: String(version), waitMs }, error.message)
      return
    }
    case 'accepted':
      progress.accepted()
      return
    case 'silent':
      progress.silent()
      return
    case 'repeated':
      progress.repeated(report.transactions)
      log.warn(
        { count: report.transactions, version: String(report.version) },
        'the stream repeated transactions; they were dropped',
      )
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
