/** Head of the chain. */
export interface LedgerInfo {
  readonly chainId: number
  readonly version: bigint
  readonly timestampMicros: bigint
  readonly blockHeight: bigint
}
