import type { ParsedTransaction } from './signed-transaction.ts'

/**
 * Nonces of orderless transactions that have not expired. A restart forgets them (the log does not keep them), but not
 * the transactions' hashes: what was committed once is never taken again.
 */
export class NonceHistory {
  readonly #expiries = new Map<string, bigint>()

  has(transaction: ParsedTransaction): boolean {
    return transaction.replayNonce !== null && this.#expiries.has(keyOf(transaction))
  }

  add(transaction: ParsedTransaction): void {
    if (transaction.replayNonce === null) return
    if (this.#expiries.size > 10_000) this.#forgetBefore(transaction.expirationSeconds - 1_000n)
    this.#expiries.set(keyOf(transaction), transaction.expirationSeconds)
  }

  remove(transaction: ParsedTransaction): void {
    this.#expiries.delete(keyOf(transaction))
  }

  #forgetBefore(seconds: bigint): void {
    for (const [key, expiry] of this.#expiries) if (expiry < seconds) this.#expiries.delete(key)
  }
}

function keyOf(transaction: ParsedTransaction): string {
  return `${transaction.sender} ${transaction.replayNonce}`
}
