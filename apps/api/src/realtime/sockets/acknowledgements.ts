import { setImmediate } from 'node:timers/promises'
import { MAX_ROOMS_PER_SOCKET } from '@opal/contract/live'
import type { ChangeRelay } from '../change-relay.ts'

/** Acknowledgements that wait for one socket: its client asks twice for a room, and then opens another. */
const MAX_WAITING = 2 * MAX_ROOMS_PER_SOCKET
/** Sockets that are answered before other messages get a turn. */
const SOCKETS_PER_TURN = 50

/** Answers a subscription. @param lastId feed id after which every message is sent */
type Answer = (lastId: bigint) => void

interface Waiting {
  /** Null before the feed was read for the first time. */
  readonly joinedAt: bigint | null
  readonly answer: Answer
}

/**
 * Acknowledges subscriptions as soon as the feed can be read. While it cannot, which may last, a bounded number waits for each socket, and none for
 * one that has ended.
 */
export class Acknowledgements {
  readonly #relay: Pick<ChangeRelay, 'lastId' | 'started' | 'readable'>
  #waiting = new Map<object, Waiting[]>()
  #isAwaited = false

  constructor(relay: Pick<ChangeRelay, 'lastId' | 'started' | 'readable'>) {
    this.#relay = relay
  }

  /** Answers a subscription that a socket makes now. Of too many that wait the newest is never answered. */
  add(socket: object, answer: Answer): void {
    const own = this.#waiting.get(socket) ?? []
    if (own.length >= MAX_WAITING) return
    own.push({ joinedAt: this.#relay.lastId, answer })
    this.#waiting.set(socket, own)
    if (!this.#isAwaited) void this.#answerAll()
  }

  /** Forgets a socket that has ended. */
  clear(socket: object): void {
    this.#waiting.delete(socket)
  }

  async #answerAll(): Promise<void> {
    this.#isAwaited = true
    const startedAt = await this.#relay.started
    await this.#relay.readable()
    const waiting = this.#waiting
    this.#waiting = new Map()
    this.#isAwaited = false
    let answered = 0
    for (const own of waiting.values()) {
      for (const { joinedAt, answer } of own) answer(joinedAt ?? startedAt)
      answered += 1
      if (answered % SOCKETS_PER_TURN === 0) await setImmediate()
    }
  }
}
