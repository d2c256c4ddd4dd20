import type { Address } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { TradeFacts } from './load-trade.ts'
import { planList } from './plan-list.ts'
import { planUpdatePrice, type UpdatePriceItem } from './plan-update-price.ts'
import { REASONS } from './reasons.ts'
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
  const named = ({ tokenDataId, marketplace, listingId }: UpdatePriceItem) =>
    (facts.listings.get(tokenDataId) ?? []).filter(
      (listing) =>
        listing.validity !== 'seller-lost-token' &&
        (marketplace === undefined || listing.marketplace === marketplace) &&
        (listingId === undefined || listing.listingId === listingId),
    )
  const updated = asked.filter((item) => named(item).some(({ seller }) => seller === wallet))
  const listed = asked.filter((item) => !updated.includes(item))
  const repriced = planUpdatePrice(wallet, updated, facts, marketplaces)
  const placed = planList(wallet, listed, facts, marketplaces).map((planned, at) => {
    // Of a token that somebody else has listed, it is the listing that is another's.
    const isAnothers = planned.reason === REASONS.notYourToken && named(listed[at] as UpdatePriceItem).length > 0
    return isAnothers ? { ...planned, reason: REASONS.notYourListing } : planned
  })
  const planned = new Map<UpdatePriceItem, PlannedItem>()
  for (const [at, item] of updated.entries()) planned.set(item, repriced[at] as PlannedItem)
  for (const [at, item] of listed.entries()) planned.set(item, placed[at] as PlannedItem)
  return asked.map((item) => planned.get(item) as PlannedItem)
}
