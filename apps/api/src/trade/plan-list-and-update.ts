import type { Address } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { TradeFacts } from './load-trade.ts'
import { planList } from './plan-list.ts'
import { planUpdatePrice, type UpdatePriceItem } from './plan-update-price.ts'
import type { PlannedItem } from './trade-plan.ts'

/**
 * What the wallet has listed is repriced where it is, what it has not is listed. A token that is listed elsewhere than the
 * item says is neither: it would have to be moved. Pure.
 */
export function planListAndUpdate(
  wallet: Address,
  asked: readonly UpdatePriceItem[],
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const isListed = ({ tokenDataId, marketplace, listingId }: UpdatePriceItem) =>
    (facts.listings.get(tokenDataId) ?? []).some(
      (listing) =>
        listing.seller === wallet &&
        listing.validity !== 'seller-lost-token' &&
        (marketplace === undefined || listing.marketplace === marketplace) &&
        (listingId === undefined || listing.listingId === listingId),
    )
  const updated = asked.filter(isListed)
  const listed = asked.filter((item) => !updated.includes(item))
  const repriced = planUpdatePrice(wallet, updated, facts, marketplaces)
  const placed = planList(wallet, listed, facts, marketplaces)
  const planned = new Map<UpdatePriceItem, PlannedItem>()
  for (const [at, item] of updated.entries()) planned.set(item, repriced[at] as PlannedItem)
  for (const [at, item] of listed.entries()) planned.set(item, placed[at] as PlannedItem)
  return asked.map((item) => planned.get(item) as PlannedItem)
}
