import type { Address } from '@opal/domain/address'
import { SubmitRejection } from './errors.ts'
import type { PendingTransaction } from './ledger.ts'
import type { ParsedTransaction } from './signed-transaction.ts'

const MAX_PENDING = 50_000
const MAX_PENDING_PER_SENDER = 5_000

/** A transaction that waits for its block. */
export interface Waiting {
  readonly pending: PendingTransaction
  readonly transaction: ParsedTransaction
}

/** Transactions in order of arrival; those whose turn has not come wait for the ones before them. */
export class Mempool {
  #queue: Waiting[] = []
  readonly #byHash = new Map<string, Waiting>()
  /** Met in this or an earlier block before their turn. */
  readonly #parked = new Set<Waiting>()
  readonly #bySender = new Map<Address, Map<bigint, Waiting>>()

  get size(): number {
    return this.#byHash.size
  }

  get(hash: string): Waiting | undefined {
    return this.#byHash.get(hash)
  }

  /** @throws SubmitRejection when full, or when the place is taken by one that pays no less. */
  add(waiting: Waiting): void {
    const { transaction } = waiting
    const own = this.#ownOf(transaction.sender)
    const rival = transaction.replayNonce === null ? own.get(transaction.sequenceNumber) : undefined
    if (rival !== undefined) {
      if (transaction.gasUnitPrice <= rival.transaction.gasUnitPrice)
        throw new SubmitRejection('INVALID_TRANSACTION_UPDATE', 0)
      this.#forget(rival)
    }
    if (this.#byHash.size >= MAX_PENDING || own.size >= MAX_PENDING_PER_SENDER)
      throw new SubmitRejection('MEMPOOL_IS_FULL', 0)
    this.#queue.push(waiting)
    this.#byHash.set(transaction.hashText, waiting)
    if (transaction.replayNonce === null) own.set(transaction.sequenceNumber, waiting)
  }

  /** Is this nonce of the sender already waiting? */
  hasNonce(sender: Address, nonce: bigint): boolean {
    return this.#queue.some(({ transaction }) => transaction.sender === sender && transaction.replayNonce === nonce)
  }

  /**
   * Offers each transaction whose turn it is, in order of arrival; one that was taken lets the sender's next one through.
   * @param turnOf the sequence number that a sender's next transaction must have.
   * @param take runs one. Taken or not, it leaves the pool.
   */
  drain(turnOf: (sender: Address) => bigint, nowSeconds: bigint, take: (waiting: Waiting) => void): void {
    const queue = this.#queue
    this.#queue = []
    const left: Waiting[] = []
    for (const waiting of queue) {
      if (this.#byHash.get(waiting.transaction.hashText) !== waiting) continue
      if (!this.#isDue(waiting, turnOf)) left.push(waiting)
      else this.#takeWithFollowers(waiting, turnOf, take)
    }
    for (const waiting of left) {
      if (this.#byHash.get(waiting.transaction.hashText) !== waiting) continue
      if (this.#isPast(waiting, turnOf, nowSeconds)) this.#forget(waiting)
      else this.#queue.push(waiting)
    }
  }

  #takeWithFollowers(first: Waiting, turnOf: (sender: Address) => bigint, take: (waiting: Waiting) => void): void {
    let next: Waiting | undefined = first
    while (next !== undefined) {
      this.#forget(next)
      take(next)
      const sender: Address = next.transaction.sender
      next = this.#bySender.get(sender)?.get(turnOf(sender))
      // A follower that arrived later is met again in the queue: it is taken there, in its order of arrival.
      if (next !== undefined && !this.#parked.has(next)) next = undefined
    }
  }

  #isDue(waiting: Waiting, turnOf: (sender: Address) => bigint): boolean {
    const { transaction } = waiting
    if (transaction.replayNonce !== null || transaction.sequenceNumber === turnOf(transaction.sender)) return true
    this.#parked.add(waiting)
    return false
  }

  #isPast(waiting: Waiting, turnOf: (sender: Address) => bigint, nowSeconds: bigint): boolean {
    const { transaction } = waiting
    return transaction.expirationSeconds <= nowSeconds || transaction.sequenceNumber < turnOf(transaction.sender)
  }

  #forget(waiting: Waiting): void {
    const { transaction } = waiting
    this.#byHash.delete(transaction.hashText)
    this.#parked.delete(waiting)
    const own = this.#bySender.get(transaction.sender)
    if (own?.get(transaction.sequenceNumber) === waiting) own.delete(transaction.sequenceNumber)
    if (own?.size === 0) this.#bySender.delete(transaction.sender)
  }

  #ownOf(sender: Address): Map<bigint, Waiting> {
    let own = this.#bySender.get(sender)
    if (own === undefined) {
      own = new Map()
      this.#bySender.set(sender, own)
    }
    return own
  }
}
