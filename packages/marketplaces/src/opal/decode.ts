import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEvent } from '@opal/domain/market-event'
import type { MarketplaceContracts } from '../adapter.ts'
import { decodeFamilyEvent } from '../aptos-example/decode.ts'
import { OPAL_ID } from './contracts.ts'
import { decodePoolOffer } from './decode-pools.ts'

/** One event of the native marketplace. @throws DecodeError */
export function decodeOpalEvent(
  contracts: MarketplaceContracts,
  event: ChainEvent,
  transaction: ChainTransaction,
): MarketEvent | null {
  return decodeFamilyEvent(OPAL_ID, contracts, event, transaction) ?? decodePoolOffer(contracts, event, transaction)
}
