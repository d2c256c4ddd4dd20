/** State of a transaction as the node reports it. */
export type TransactionOutcome =
  | { readonly state: 'unknown' }
  | { readonly state: 'pending' }
  | {
      readonly state: 'committed'
      readonly success: boolean
      /** The account that signed it; null where the node names none, as of the chain's own. */
      readonly sender: string | null
      readonly version: bigint
      /** The node's message, e.g. `Executed successfully` or a Move abort. */
      readonly vmStatus: string
      readonly gasOctas: bigint
    }

/** A transaction that an account has sent, reduced to what identifies it. */
export interface OwnTransaction {
  readonly hash: string
  /** The called function, or `script`. */
  readonly call: string
  /** When the chain executed it, in milliseconds; absent before. */
  readonly executedAtMs?: number
}

/** The requests that a browser sends to an Aptos node. Implemented by `features/wallet`. */
export interface ChainNode {
  /**
   * Returns an account's APT in octas, coin store and fungible store together; null when it cannot be read.
   * @source docs/product/wallet-and-session.md#balance
   */
  balance(address: string): Promise<bigint | null>
  /** @throws TypeError when the node cannot be reached. */
  transaction(hash: string): Promise<TransactionOutcome>
  /** Returns the time of the newest block that the node has, in milliseconds; null when it does not answer. */
  ledgerTimeMs(): Promise<number | null>
  /** Returns how many transactions the account has sent; null when the node does not answer. */
  sequenceNumber(address: string): Promise<bigint | null>
  /** Returns the account's transaction with this sequence number; null while there is none. @throws TypeError when the node cannot be reached. */
  transactionAt(address: string, sequenceNumber: bigint): Promise<OwnTransaction | null>
}
