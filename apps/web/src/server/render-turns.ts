import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairBounds, type FairQueue } from '@opal/domain/limits/fair-queue'
import { RecentUse } from '@opal/domain/limits/recent-use'
import { PagesBusyError } from './page-server.ts'

/**
 * Pages are rendered one at a time: they share the process's one thread, so that several would each be later and none sooner. Their number is
 * bounded where they begin to read their data.
 */
const BOUNDS: FairBounds = {
  concurrency: 1,
  concurrencyPerClient: 1,
  maxPending: Number.POSITIVE_INFINITY,
  maxPendingPerClient: Number.POSITIVE_INFINITY,
  maxWaitMs: 10_000,
}
/** Time after which the next page is rendered too, milliseconds: this one waits for something, as the thread had time to see it pass. */
export const MAX_TURN_MS = 100

/** The turns of one page, which renders a second time where rendering it failed. */
export interface PageTurns {
  /** Renders in the page's turn. @throws the {@link refusal} */
  readonly render: <Result>(render: () => Promise<Result>) => Promise<Result>
  /** Why the page got no turn: too many wait, or its visitor has left; null where it got all. */
  readonly refusal: Error | null
}

/** Turns of a page that waits for no other. */
export const UNBOUNDED_TURNS: PageTurns = { render: (render) => render(), refusal: null }

/** Gives pages their turns to be rendered: first those of the clients that took least of the process's time lately. */
export class RenderTurns {
  readonly #use = new RecentUse()
  readonly #queue: FairQueue
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#queue = createFairQueue(BOUNDS, () => new PagesBusyError('Rendering took too long.'), {
      delayOf: this.delayOf,
    })
  }

  /** Returns how far a client's pages stand back for what it used lately, milliseconds. */
  readonly delayOf = (client: Client): number => this.#use.delayOf(client, this.#now())

  /** Returns the turns of a page. @param signal aborted when its visitor leaves */
  of(client: Client, signal: AbortSignal): PageTurns {
    return new ClientsTurns((turn) => this.#queue.add(client, () => this.#measure(client, turn), { signal }))
  }

  async #measure(client: Client, turn: () => Promise<void>): Promise<void> {
    const startMs = this.#now()
    await turn()
    this.#use.add(client, this.#now() - startMs, this.#now())
  }
}

class ClientsTurns implements PageTurns {
  refusal: Error | null = null
  readonly #inTurn: (turn: () => Promise<void>) => Promise<void>

  constructor(inTurn: (turn: () => Promise<void>) => Promise<void>) {
    this.#inTurn = inTurn
  }

  readonly render = async <Result>(render: () => Promise<Result>): Promise<Result> => {
    if (this.refusal !== null) throw this.refusal
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const turn = async () => {
      render().then(resolve, reject)
      await settledWithin(promise, MAX_TURN_MS)
    }
    await this.#inTurn(turn).catch((error) => {
      this.refusal = error
      throw error
    })
    return promise
  }
}

/** Waits until a promise is settled, for a time at most. */
async function settledWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(resolve, ms)
  promise.then(
    () => resolve(),
    () => resolve(),
  )
  await over
  clearTimeout(late)
}
