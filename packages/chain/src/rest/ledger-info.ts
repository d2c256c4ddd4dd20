/** Where the chain stands. */
export interface LedgerInfo {
  readonly chainId: number
  readonly version: bigint
  readonly timestampMicros: bigint
  readonly blockHeight: bigint
}
