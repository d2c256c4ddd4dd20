import type { Address } from '@opal/domain/address'
import { SubmitRejection } from '../errors.ts'
import type { PendingTransaction } from '../ledger.ts'
import type { ParsedTransaction } from '../transactions/signed-transaction.ts'

const MAX_PENDING = 10_000
const MAX_PENDING_PER_SENDER = 1_000

/** A transaction that waits for its block. */
export interface Waiting {
  readonly pending: PendingTransaction
  readonly transaction: ParsedTransaction
}

type TurnOf = (sender: Address) => bigint

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
    const own = this.#bySender.get(transaction.sender)
    const rival = transaction.replayNonce === null ? own?.get(transaction.sequenceNumber) : undefined
    if (rival !== undefined && transaction.gasUnitPrice <= rival.transaction.gasUnitPrice) {
      throw new SubmitRejection('INVALID_TRANSACTION_UPDATE', 0)
    }
    if (this.#byHash.size >= MAX_PENDING || (own?.size ?? 0) >= MAX_PENDING_PER_SENDER) {
      throw new SubmitRejection('MEMPOOL_IS_FULL', 0)
    }
    if (rival !== undefined) this.#remove(rival)
    this.#queue.push(waiting)
    this.#byHash.set(transaction.hashText, waiting)
    if (transaction.replayNonce === null) this.#ownOf(transaction.sender).set(transaction.sequenceNumber, waiting)
  }

  /** Returns whether a transaction with this nonce of the sender is waiting. */
  hasNonce(sender: Address, nonce: bigint): boolean {
    return this.#queue.some(({ transaction }) => transaction.sender === sender && transaction.replayNonce === nonce)
  }

  /**
   * Offers each transaction whose turn it is, in order of arrival; one that was taken lets the sender's next one through.
   * @param turnOf the sequence number that a sender's next transaction must have.
   * @param take runs one. Committed or dropped, it leaves the pool.
   * @param limit how many are offered; the rest stays.
   * @returns how many were offered.
   */
  drain(turnOf: TurnOf, nowSeconds: bigint, take: (waiting: Waiting) => void, limit: number): number {
    let offered = 0
    const left = this.#queue.filter((waiting) => {
      if (!this.#isHere(waiting)) return false
      if (offered >= limit || !this.#isDue(waiting, turnOf)) return true
      offered += this.#takeWithFollowers(waiting, turnOf, take, limit - offered)
      return false
    })
    this.#queue = left.filter((waiting) => this.#isHere(waiting))
    for (const waiting of this.#queue) if (this.#isPast(waiting, turnOf, nowSeconds)) this.#remove(waiting)
    return offered
  }

  #isHere(waiting: Waiting): boolean {
    return this.#byHash.get(waiting.transaction.hashText) === waiting
  }

  /** A follower that arrived later is met again in the queue and taken there, in its order of arrival. */
  #takeWithFollowers(first: Waiting, turnOf: TurnOf, take: (waiting: Waiting) => void, limit: number): number {
    let taken = 0
    let next: Waiting | undefined = first
    while (next !== undefined && taken < limit) {
      this.#remove(next)
      take(next)
      taken += 1
      const sender: Address = next.transaction.sender
      const follower: Waiting | undefined = this.#bySender.get(sender)?.get(turnOf(sender))
      next = follower !== undefined && this.#parked.has(follower) ? follower : undefined
    }
    return taken
  }

  #isDue(waiting: Waiting, turnOf: TurnOf): boolean {
    const { transaction } = waiting
    if (transaction.replayNonce !== null || transaction.sequenceNumber === turnOf(transaction.sender)) return true
    this.#parked.add(waiting)
    return false
  }

  #isPast(waiting: Waiting, turnOf: TurnOf, nowSeconds: bigint): boolean {
    const { transaction } = waiting
    return transaction.expirationSeconds <= nowSeconds || transaction.sequenceNumber < turnOf(transaction.sender)
  }

  #remove(waiting: Waiting): void {
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

/**
 * Nonces of orderless transactions that have not expired. A restart loses them (they are not in the log), but not
 * the transactions' hashes: what was committed once is never taken again.
 */
export class NonceHistory {
  readonly #expiries = new Map<string, bigint>()

  has(transaction: ParsedTransaction): boolean {
    return transaction.replayNonce !== null && this.#expiries.has(keyOf(transaction))
  }

  add(transaction: ParsedTransaction): void {
    if (transaction.replayNonce === null) return
    if (this.#expiries.size > 10_000) this.#removeBefore(transaction.expirationSeconds - 1_000n)
    this.#expiries.set(keyOf(transaction), transaction.expirationSeconds)
  }

  remove(transaction: ParsedTransaction): void {
    this.#expiries.delete(keyOf(transaction))
  }

  #removeBefore(seconds: bigint): void {
    for (const [key, expiry] of this.#expiries) if (expiry < seconds) this.#expiries.delete(key)
  }
}

function keyOf(transaction: ParsedTransaction): string {
  return `${transaction.sender} ${transaction.replayNonce}`
}
