import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import type { MarketplaceListing } from '@opal/domain/intent'
import { sumOctas } from '@opal/domain/prices/octas'
import { mayBeSameListing } from '@opal/domain/tokens/named-item'
import { collectionIdV1 } from '@opal/domain/tokens/token-id'
import type { DraftOf } from '../quote/trade-draft.ts'
import { dearer, listingOf, pairItems, shownGain } from './answered-items.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { batch, type ExpectedTrade, type ShownTrade } from './shown-trade.ts'

/** Returns the purchase of chosen items, each at its highest price or less. @throws PayloadRefusedError */
export function expectedPurchase({ body }: DraftOf<'buy'>, { answer, traded }: ShownTrade): ExpectedTrade {
  const { items, bestEffort = false } = body
  const listings = pairItems(items, traded, mayBeSameListing).map(([chosen, item]) => {
    const listing = listingOf(item, chosen)
    if (chosen.maxPrice !== undefined && listing.priceOctas > BigInt(chosen.maxPrice)) throw dearer()
    return listing
  })
  return purchase(listings, bestEffort, answer)
}

/** Returns the purchase of a sweep, whose tokens are the API's choice. @throws PayloadRefusedError */
export function expectedSweep({ body }: DraftOf<'sweep'>, { answer, traded }: ShownTrade): ExpectedTrade {
  return purchase(sweptListings(body, traded), body.bestEffort ?? false, answer)
}

function purchase(listings: readonly MarketplaceListing[], isBestEffort: boolean, answer: TradeAnswer): ExpectedTrade {
  const prices = sumOctas(listings.map(({ priceOctas }) => priceOctas))
  const cost = -shownGain(answer)
  if (cost > prices || BigInt(answer.split.priceOctas) !== prices) throw dearer()
  return batch({ kind: 'purchase-many', listings, isBestEffort, maxOctas: cost < 0n ? 0n : cost })
}

/** Returns the listings of a sweep: within the collection, the count, the budget, the highest price and the marketplace. */
function sweptListings(sweep: DraftOf<'sweep'>['body'], traded: readonly TradeItem[]): readonly MarketplaceListing[] {
  const { count, budget } = sweep
  const listings = traded.map((item) => sweptListing(sweep, item))
  const isTwice = new Set(traded.map(({ tokenDataId }) => tokenDataId)).size < traded.length
  if (isTwice || (count !== undefined && traded.length > count)) throw new PayloadRefusedError('more than you chose')
  const total = sumOctas(listings.map(({ priceOctas }) => priceOctas))
  if (budget !== undefined && total > BigInt(budget)) throw dearer()
  return listings
}

function sweptListing(sweep: DraftOf<'sweep'>['body'], item: TradeItem): MarketplaceListing {
  const { collectionId, filter, exclude } = sweep
  const { names } = item
  const isOther =
    names !== null &&
    collectionIdV1(parseAddress(names.creatorAddress), names.collection) !== parseAddress(collectionId)
  if (isOther || item.collectionId !== parseAddress(collectionId))
    throw new PayloadRefusedError('a token of another collection')
  const listing = listingOf(item, {})
  const isDearer = [sweep.maxPrice, filter?.priceTop].some(
    (most) => most !== undefined && listing.priceOctas > BigInt(most),
  )
  if (isDearer) throw dearer()
  // Only conditions on the listing itself can be checked here.
  const isExcluded =
    (filter?.marketplace !== undefined && filter.marketplace !== listing.marketplace) ||
    exclude?.tokenDataIds?.some((id) => parseAddress(id) === item.tokenDataId) === true ||
    exclude?.marketplaces?.includes(listing.marketplace) === true
  if (isExcluded) throw new PayloadRefusedError('something that you left out')
  return listing
}
