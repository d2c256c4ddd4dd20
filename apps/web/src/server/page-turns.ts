import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairQueue, type QueueOptions } from '@opal/domain/limits/fair-queue'
import { RecentUse } from '@opal/domain/limits/recent-use'
import { PagesBusyError } from './page-server.ts'

/**
 * Pages that are made at the same time. They share the process's one thread: one occupies it while another waits for its data, and more would each be
 * later and none sooner.
 */
const CONCURRENCY = 2
/** Time for which the thread has nothing to do, in a page's turn, until the turn is over, milliseconds: the page waits for something. */
export const MAX_IDLE_MS = 20
const POLL_MS = 10
const MAX_WAIT_MS = 10_000

/** How long the event loop of the process was busy and idle, milliseconds. */
type LoopTimes = Pick<EventLoopUtilization, 'active' | 'idle'>

/** Gives pages their turns on the process's thread: first those of the clients that took least of its time lately. */
export class PageTurns {
  readonly #use = new RecentUse()
  readonly #queue: FairQueue
  readonly #loop: () => LoopTimes
  readonly #now: () => number
  #inTurn = 0
  /** Time that the thread was busy until it was counted last, and what of it a page with a turn throughout has taken, milliseconds. */
  #busyMs = 0
  #shareMs = 0

  constructor(
    concurrency = CONCURRENCY,
    loop: () => LoopTimes = () => performance.eventLoopUtilization(),
    now: () => number = () => performance.now(),
  ) {
    this.#loop = loop
    this.#now = now
    const concurrencyPerClient = Math.max(1, concurrency >> 1)
    const [maxPending, maxPendingPerClient] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    this.#queue = createFairQueue(
      { concurrency, concurrencyPerClient, maxPending, maxPendingPerClient, maxWaitMs: MAX_WAIT_MS },
      () => new PagesBusyError('No turn for too long.'),
      this.order,
    )
  }

  /** How pages are ordered: those of clients that used more lately stand back, in milliseconds of this clock. */
  get order(): Required<QueueOptions> {
    return { now: this.#now, delayOf: (client, nowMs) => this.#use.delayOf(client, nowMs) }
  }

  /**
   * Makes a page in its client's turn. @param signal aborted when its visitor leaves
   * @throws PagesBusyError where it got none; the reason of an aborted signal.
   */
  async add(client: Client, make: () => Promise<void>, signal: AbortSignal): Promise<void> {
    let made: Promise<void> | undefined
    const turn = async () => {
      const startMs = this.#countShare()
      this.#inTurn += 1
      try {
        made = make()
        await this.#overOrIdle(made)
      } finally {
        this.#use.add(client, this.#countShare() - startMs, this.#now())
        this.#inTurn -= 1
      }
    }
    await this.#queue.add(client, turn, { signal })
    await made
  }

  /** Counts the time that the thread was busy since the last count, once: each page that had a turn in it takes an equal share. */
  #countShare(): number {
    const { active } = this.#loop()
    this.#shareMs += (active - this.#busyMs) / Math.max(1, this.#inTurn)
    this.#busyMs = active
    return this.#shareMs
  }

  /** Waits until a page is made, or waits for something itself. */
  async #overOrIdle(made: Promise<void>): Promise<void> {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const { idle } = this.#loop()
    const polling = setInterval(() => {
      if (this.#loop().idle - idle >= MAX_IDLE_MS) resolve()
    }, POLL_MS)
    made.then(resolve, () => resolve())
    await over
    clearInterval(polling)
  }
}
