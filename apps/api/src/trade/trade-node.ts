import type { Address } from '@opal/domain/address'
import type { EntryFunctionPayload } from '@opal/domain/payload'

/** What the payload calls and the readiness check ask of a node. */
export interface TradeNode {
  ledger(): Promise<{ readonly chainId: number; readonly version: bigint; readonly timestampMicros: bigint }>
  /** APT of an account, coin and fungible store together. */
  balanceOctas(account: Address): Promise<bigint>
  /** What would happen if the account signed this now. */
  simulate(sender: Address, payload: EntryFunctionPayload): Promise<SimulatedTransaction>
  /** A failed transaction's `vm_status` in words. */
  explain(vmStatus: string): { readonly code: string; readonly sentence: string }
}

export interface SimulatedTransaction {
  readonly success: boolean
  readonly vmStatus: string
  readonly gasUsed: bigint
  /** Octas per gas unit. */
  readonly gasUnitPrice: bigint
  /** Octas the chain gives back for freed storage. */
  readonly storageRefundOctas: bigint
}
