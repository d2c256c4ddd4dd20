import { setImmediate } from 'node:timers/promises'
import { type LiveMessage, liveMessage } from '@opal/contract/live'
import { readChanges, readLastChangeId } from '@opal/store/queries/activity/changes'
import type { ApiContext } from '../context.ts'
import { InvalidAnswerError } from '../http/routes/serialize-answer.ts'
import { coalesced } from './coalesced.ts'
import { presentChanges } from './present-change.ts'

/** Rows of one read. */
const BATCH = 500
/** Time for which messages are emitted before other calls get a turn: a message that a thousand sockets are sent takes some milliseconds. */
const TURN_MS = 10

/** A range of the change feed as messages. Ids are decimal strings. */
export interface ChangeBatch {
  /** Id of the last change before it. */
  readonly after: string
  /** Id of its last change, which may have become no message. */
  readonly last: string
  readonly messages: readonly LiveMessage[]
}

export interface ChangeRelayOptions {
  readonly context: Pick<ApiContext, 'store' | 'marketplaces' | 'nowMicros' | 'log'>
  readonly emit: (message: LiveMessage) => void
  /** Called with every batch read from the store, before it is emitted. */
  readonly onRead?: (batch: ChangeBatch) => void
  /** Called once, when the place in the feed is known from which on messages are emitted. */
  readonly onStarted?: () => void
}

/** Turns the change feed into messages, once each and in order, however often it is woken. */
export interface ChangeRelay {
  /**
   * Reads the feed, because something may have been written. Resolves when everything written by now has been emitted, or the store
   * could not be read; no number of calls that follow delays it.
   * @returns whether it could
   */
  wake(): Promise<boolean>
  /**
   * Emits what another process has read: what was not emitted yet, and only when nothing is missing before it and nothing else is being
   * emitted, or else the store is read. @returns whether all of it has been emitted, or is being
   */
  take(batch: ChangeBatch): boolean
  /** Feed id up to which everything was emitted, and nothing beyond it; null until the store could be read for the first time. */
  readonly lastId: bigint | null
  /** Resolves with the feed id from which on messages are emitted. */
  readonly started: Promise<bigint>
  /** Resolves as soon as the store can be read: immediately, or after an outage. */
  readable(): Promise<void>
}

/**
 * Creates a relay that starts at the end of the feed as it is when the store can first be read: what happened before is asked for with
 * `GET /live/since`.
 */
export function createChangeRelay(options: ChangeRelayOptions): ChangeRelay {
  return new FeedRelay(options)
}

class FeedRelay implements ChangeRelay {
  readonly #options: ChangeRelayOptions
  readonly #started = Promise.withResolvers<bigint>()
  readonly #wake = coalesced(() => this.#read())
  #lastId: bigint | null = null
  #isReading = false
  #isReadable = false
  /** Of what another process has read. */
  #emitting: Promise<void> | null = null
  #readable = Promise.withResolvers<void>()

  constructor(options: ChangeRelayOptions) {
    this.#options = options
  }

  get lastId(): bigint | null {
    return this.#lastId
  }

  get started(): Promise<bigint> {
    return this.#started.promise
  }

  wake(): Promise<boolean> {
    return this.#wake()
  }

  take(batch: ChangeBatch): boolean {
    if (this.#lastId !== null && BigInt(batch.last) <= this.#lastId) return true
    // What is being read or emitted may overlap with these messages.
    const isBusy = this.#isReading || this.#emitting !== null
    if (isBusy || this.#lastId === null || BigInt(batch.after) > this.#lastId) {
      void this.#wake()
      return false
    }
    this.#emitting = this.#emitAll(batch).finally(() => {
      this.#emitting = null
    })
    void this.#emitting.catch(() => this.#wake())
    return true
  }

  readable(): Promise<void> {
    return this.#readable.promise
  }

  /** Reads and emits all that is new. @returns whether the store could be read. */
  async #read(): Promise<boolean> {
    this.#isReading = true
    try {
      await this.#emitting
      await this.#drain()
      this.#isReadable = true
      this.#readable.resolve()
    } catch (error) {
      if (this.#isReadable) this.#readable = Promise.withResolvers()
      this.#isReadable = false
      this.#options.context.log.error({ err: error }, 'the change feed could not be read')
    }
    this.#isReading = false
    return this.#isReadable
  }

  async #drain(): Promise<void> {
    const { context, onRead } = this.#options
    let hasMore = true
    while (hasMore) {
      const after: bigint = this.#lastId ?? (await this.#start())
      const changes = await readChanges(context.store, { id: after }, { take: BATCH })
      const messages = (await presentChanges(context, changes)).filter((message) => fitsContract(message, context.log))
      const last = changes.at(-1)?.id ?? after
      const batch = { after: String(after), last: String(last), messages }
      if (last > after) onRead?.(batch)
      await this.#emitAll(batch)
      hasMore = changes.length === BATCH
    }
  }

  async #start(): Promise<bigint> {
    const { context, onStarted } = this.#options
    const id = await readLastChangeId(context.store)
    this.#lastId = id
    onStarted?.()
    this.#started.resolve(id)
    return id
  }

  /** In turns with other calls: any number of sockets may be sent a message. */
  async #emitAll({ last, messages }: ChangeBatch): Promise<void> {
    let began = performance.now()
    for (const message of messages) {
      const id = BigInt(message.id)
      if (this.#lastId !== null && id <= this.#lastId) continue
      this.#options.emit(message)
      // A client that joins a room between two messages receives the later ones; its acknowledgement names the place in the feed.
      this.#lastId = id
      if (performance.now() - began < TURN_MS) continue
      await setImmediate()
      began = performance.now()
    }
    this.#lastId = BigInt(last)
  }
}

/** Returns whether a message fits the contract, else logs it: a damaged one is left out, so that those after it are sent. */
function fitsContract(message: LiveMessage, log: ApiContext['log']): boolean {
  const { error } = liveMessage.safeParse(message)
  if (error === undefined) return true
  const { faults } = new InvalidAnswerError(error)
  log.error({ id: message.id, kind: message.kind, faults }, 'a live message does not fit the contract and was not sent')
  return false
}

/** Time that a follower waits for the leader's batch before it reads the store itself. */
const TIMEOUT_MS = 250

/** Decides which process reads the change feed after a NOTIFY. */
export interface FeedReader extends Disposable {
  /** Handles a NOTIFY of the store: something was written. */
  notify(): Promise<void>
  /** Receives a batch that another process has read. */
  receive(batch: ChangeBatch): void
}

/**
 * Reads immediately where no other process reads for this one; else waits {@link TIMEOUT_MS} for that process's batch, and reads
 * what does not come. The relay emits every message once, also where both overlap.
 * @param isFollowing returns whether another process reads for this one.
 */
export function createFeedReader(relay: Pick<ChangeRelay, 'wake' | 'take'>, isFollowing: () => boolean): FeedReader {
  let waiting: NodeJS.Timeout | null = null
  const stopWaiting = (): void => {
    if (waiting !== null) clearTimeout(waiting)
    waiting = null
  }
  return {
    async notify() {
      if (!isFollowing()) return void (await relay.wake())
      waiting ??= setTimeout(() => {
        waiting = null
        void relay.wake()
      }, TIMEOUT_MS)
    },
    receive(batch) {
      if (relay.take(batch)) stopWaiting()
    },
    [Symbol.dispose]: stopWaiting,
  }
}
