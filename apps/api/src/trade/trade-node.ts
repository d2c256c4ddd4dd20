import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { TradePayload } from '@opal/domain/payload'
import type { PublishedModule } from '@opal/marketplaces/aggregator/compose-script'

/** What the payload calls and the readiness check ask of a node. */
export interface TradeNode {
  ledger(): Promise<{ readonly chainId: number; readonly version: bigint; readonly timestampMicros: bigint }>
  /** APT of an account, coin and fungible store together. */
  balanceOctas(account: Address): Promise<bigint>
  /** Whether the chain knows the account: it has sent a transaction, or has APT. */
  isKnown(account: Address): Promise<boolean>
  /** What would happen if the account signed this now. */
  simulate(sender: Address, payload: TradePayload): Promise<SimulatedTransaction>
  /** A module by `0x…::name`, from which scripts are composed. */
  module(moduleId: string): Promise<PublishedModule>
  /** The node as one request asks it: what does not change meanwhile is asked once. */
  forRequest(): TradeNode
}

export interface SimulatedTransaction {
  readonly success: boolean
  readonly vmStatus: string
  readonly gasUsed: bigint
  /** Octas per gas unit. */
  readonly gasUnitPrice: bigint
  /** Octas the chain gives back for freed storage. */
  readonly storageRefundOctas: bigint
  /** What would be committed. */
  readonly transaction: ChainTransaction
}
