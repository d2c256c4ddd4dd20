/** What became of a transaction, as the node tells. */
export type TransactionOutcome =
  | { readonly state: 'unknown' }
  | { readonly state: 'pending' }
  | {
      readonly state: 'committed'
      readonly success: boolean
      readonly version: bigint
      /** The node's words, e.g. `Executed successfully` or a Move abort. */
      readonly vmStatus: string
      readonly gasOctas: bigint
    }

/** A transaction of an account's own, as far as it takes to know it again. */
export interface OwnTransaction {
  readonly hash: string
  /** The called function, or `script`. */
  readonly call: string
}

/** The few questions that a browser asks an Aptos node itself. Implemented by the wallet feature. */
export interface ChainNode {
  /** APT of an account in octas, over coin and fungible store; 0 when it cannot be read. @source docs/product/wallet-and-session.md#balance */
  balance(address: string): Promise<bigint>
  /** @throws TypeError when the node cannot be reached. */
  transaction(hash: string): Promise<TransactionOutcome>
  /** How many transactions the account has sent; null when the node does not say. */
  sequenceNumber(address: string): Promise<bigint | null>
  /** The account's transaction with this number; null while there is none. @throws TypeError when the node cannot be reached. */
  transactionAt(address: string, sequenceNumber: bigint): Promise<OwnTransaction | null>
}
