import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import type { Address } from '@opal/domain/address'
import { isOffered } from '@opal/marketplaces/build-payload'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { TradeFacts } from './load-trade.ts'
import { findOwnListing } from './plan-delist.ts'
import type { UpdatePriceItem } from './plan-update-price.ts'
import { REASONS, venueClosed } from './reasons.ts'
import { type PlannedItem, refuseDuplicates } from './trade-plan.ts'

/**
 * Finds the wallet's own listing of every item, to be moved to the native marketplace at the item's price: the venue of
 * what comes out is the native one, the listing is where it is now. Pure.
 */
export function planRelist(
  wallet: Address,
  asked: readonly UpdatePriceItem[],
  facts: TradeFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = refuseDuplicates(asked)
  const native = marketplaces.find(({ adapter }) => adapter.isNative) ?? null
  return asked.map((item): PlannedItem => {
    const found = findOwnListing(wallet, item, facts, marketplaces)
    const reason = repeated.has(item) ? REASONS.duplicate : (found.reason ?? refusal(item, native))
    return { ...found, deployed: native, priceOctas: BigInt(item.price), reason }
  })
}

function refusal(item: UpdatePriceItem, native: DeployedMarketplace | null) {
  if (BigInt(item.price) < MIN_PRICE_OCTAS) return REASONS.priceTooLow
  if (native === null || !isOffered(native, 'list'))
    return venueClosed(native?.adapter.displayName ?? 'The marketplace')
  return null
}
