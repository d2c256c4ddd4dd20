import PQueue from 'p-queue'
import type { Logger } from 'pino'
import { pause } from '../pause.ts'

const IDLE_MS = 500
const AFTER_ERROR_MS = 5_000

/** A queue in the database, and what is done with its jobs. */
export interface QueueWork<Job, Outcome> {
  /** For the log. */
  readonly name: string
  readonly log: Logger
  /** Jobs that are worked on at once. */
  readonly concurrency: number
  readonly take: () => Promise<readonly Job[]>
  /** Never throws. */
  readonly work: (job: Job) => Promise<Outcome>
  readonly finish: (outcomes: readonly Outcome[]) => Promise<void>
}

/**
 * Works off a queue beside the pipeline, on connections of its own: a batch of jobs at a time, one write per batch. What
 * the signal cuts off stays on the queue, untouched.
 * @returns when the signal has ended it.
 */
export async function workOff<Job, Outcome>(of: QueueWork<Job, Outcome>, signal: AbortSignal): Promise<void> {
  const queue = new PQueue({ concurrency: of.concurrency })
  while (!signal.aborted) {
    try {
      const jobs = await of.take()
      const outcomes = await Promise.all(jobs.map((job) => queue.add(() => of.work(job))))
      if (signal.aborted) return
      await of.finish(outcomes)
      if (jobs.length === 0) await pause(IDLE_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      of.log.warn({ err: error }, `${of.name} was interrupted`)
      await pause(AFTER_ERROR_MS, signal)
    }
  }
}
