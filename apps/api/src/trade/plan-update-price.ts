import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { isOffered } from '@opal/marketplaces/build-payload'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { TradeFacts } from './load-trade.ts'
import { type DelistItem, findOwnListing } from './plan-delist.ts'
import { notOffered, REASONS, venueClosed } from './reasons.ts'
import { type PlannedItem, refuseDuplicates } from './trade-plan.ts'

/** An item as its seller asks for another price; octas. */
export interface UpdatePriceItem extends DelistItem {
  readonly price: string
}

/** Finds the wallet's own listing of every item and says whether its price can be changed there. Pure. */
export function planUpdatePrice(
  wallet: Address,
  asked: readonly UpdatePriceItem[],
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = refuseDuplicates(asked)
  return asked.map((item): PlannedItem => {
    const found = findOwnListing(wallet, item, facts, marketplaces)
    const reason = repeated.has(item) ? REASONS.duplicate : (found.reason ?? repriceRefusal(item, found))
    return { ...found, priceOctas: BigInt(item.price), reason }
  })
}

/** Why a listing cannot be given the item's price where it is. */
function repriceRefusal(item: UpdatePriceItem, { deployed, listing }: PlannedItem): TradeReason | null {
  if (BigInt(item.price) < MIN_PRICE_OCTAS) return REASONS.priceTooLow
  if (deployed === null || deployed.contracts.status !== 'active') {
    return venueClosed(deployed?.adapter.displayName ?? listing?.marketplace ?? 'The marketplace')
  }
  return isOffered(deployed, 'update-price') ? null : notOffered(deployed.adapter.displayName)
}
