import type { TradeReason } from '@opal/contract/trading/trade'
import { type Address, toShortAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import { PURCHASE_OUTCOMES } from '@opal/marketplaces/aggregator/contracts'
import { REASONS } from './reasons.ts'
import { isPossible, type PlannedItem } from './trade-plan.ts'

/**
 * The items of a purchase by best effort after its simulation: what would be left out says why. The aggregator tells what
 * came of each order, in their order; where it tells of others than were asked, nothing is concluded.
 */
export function leaveOut(
  items: readonly PlannedItem[],
  { events }: ChainTransaction,
  aggregator: Address | null,
): readonly PlannedItem[] {
  if (aggregator === null) return items
  const told = `${toShortAddress(aggregator)}::aggregator::PurchaseTried`
  const outcomes = events.filter(({ type }) => type === told).map(({ data }) => jsonAt(data, 'outcome'))
  const tried = items.filter(isPossible)
  if (outcomes.length === 0 || outcomes.length !== tried.length) return items
  const reasons = new Map<PlannedItem, TradeReason | null>(tried.map((item, at) => [item, reasonOf(outcomes[at])]))
  return items.map((item) => ({ ...item, reason: item.reason ?? reasons.get(item) ?? null }))
}

function reasonOf(outcome: unknown): TradeReason | null {
  if (outcome === PURCHASE_OUTCOMES.notFound) return REASONS.listingGone
  if (outcome === PURCHASE_OUTCOMES.priceRose) return REASONS.priceChanged
  return outcome === PURCHASE_OUTCOMES.notEnoughCoins ? REASONS.insufficientBalance : null
}
