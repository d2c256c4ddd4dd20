import { type Address, parseAddress, toAddressOrNull } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import type { MarketEvent } from '@opal/domain/market-event'
import type { MarketplaceContracts } from '../adapter.ts'
import { decodeFamilyEvent } from '../example-family/decode.ts'
import { OPAL_ID } from './id.ts'

/** What a module event carries for an account. */
const NO_ACCOUNT = parseAddress('0x0')

/**
 * One event of the native marketplace. Anybody may open a fee schedule of their own in its package, one that takes the
 * whole price too, and place orders under it: those are not ours, and whoever sold into one would receive nothing.
 * @throws DecodeError
 */
export function decodeOpalEvent(
  contracts: MarketplaceContracts,
  event: ChainEvent,
  transaction: ChainTransaction,
): MarketEvent | null {
  const schedule = feeScheduleOf(event)
  if (schedule !== null && schedule !== contracts.feeScheduleAddress) return null
  return decodeFamilyEvent(OPAL_ID, contracts, event, transaction)
}

/** Module events name their fee schedule, handle events lie on it. @source marketplaces reference 4.2 */
function feeScheduleOf({ data, accountAddress }: ChainEvent): Address | null {
  const named = jsonAt(data, 'marketplace')
  if (typeof named === 'string') return toAddressOrNull(named)
  return accountAddress === NO_ACCOUNT ? null : accountAddress
}
