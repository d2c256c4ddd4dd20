import { type TermsInput, toListingTerms } from '@opal/contract/trading/selling'
import type { TradeItem } from '@opal/contract/trading/trade'
import type { NewListing, PriceChange } from '@opal/domain/intent'
import { hasFallen, type ListingTerms } from '@opal/domain/prices/listing-terms'
import { nativeOf, type TradingPlace } from '@opal/marketplaces/aggregator/trading-place'
import { SIGN_WITHIN_SECONDS } from '../../../entities/wallet/sign-within.ts'
import type { DraftOf } from '../quote/trade-draft.ts'
import { chosenTokenOf, listedAs, listingOf, pairItems, requireOnlyGas, soldFor } from './answered-items.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { batch, type ExpectedTrade, placingFees, type ShownTrade } from './shown-trade.ts'

/** Returns the listing of chosen items at chosen prices. @throws PayloadRefusedError */
export function expectedListings({ body }: DraftOf<'list'>, { answer, traded, place }: ShownTrade): ExpectedTrade {
  const items = pairItems(body.items, traded).map(([chosen, item]) => newListing(chosen, item, place))
  requireOnlyGas(answer, placingFees(items, place))
  soldFor(answer, traded)
  return batch({ kind: 'list-many', items, ...termsOf(body) })
}

/**
 * Returns the change of listings to chosen prices and terms. No call holds what the new prices bring: what is shown of it has to add up.
 * @throws PayloadRefusedError
 */
export function expectedPrices({ body }: DraftOf<'update-price'>, { answer, traded }: ShownTrade): ExpectedTrade {
  requireOnlyGas(answer)
  soldFor(answer, traded)
  const items = pairItems(body.items, traded).map(repricing)
  return batch({ kind: 'update-price-many', items, ...termsOf(body) })
}

/** Returns the move of listings to our own marketplace, each held to the proceeds that are shown. @throws PayloadRefusedError */
export function expectedMoves({ body }: DraftOf<'relist'>, { answer, traded, place }: ShownTrade): ExpectedTrade {
  const proceeds = soldFor(answer, traded)
  const items = pairItems(body.items, traded).map((pair, at) => {
    return { ...repricing(pair), proceedsOctas: proceeds[at] ?? 0n }
  })
  requireOnlyGas(answer, place.placingFeeOctas * BigInt(items.length))
  return batch({ kind: 'delist-and-list-many', items })
}

/** Returns the end of chosen listings. @throws PayloadRefusedError */
export function expectedDelisting({ body }: DraftOf<'delist'>, { answer, traded }: ShownTrade): ExpectedTrade {
  requireOnlyGas(answer)
  const listings = pairItems(body.items, traded).map(([chosen, item]) => listingOf(item, chosen))
  return batch({ kind: 'delist-many', listings })
}

/** @throws PayloadRefusedError for a price that may have fallen before it is listed: it would be for sale for less than is shown. */
function termsOf({ terms }: { readonly terms?: TermsInput | undefined }): { readonly terms?: ListingTerms } {
  if (terms === undefined) return {}
  const chosen = toListingTerms(terms)
  const nowSeconds = BigInt(Math.floor(Date.now() / 1_000))
  if (chosen.fall !== null && hasFallen(chosen.fall, nowSeconds + BigInt(SIGN_WITHIN_SECONDS)))
    throw new PayloadRefusedError('a price that could have fallen before it’s listed. Open the dialog again')
  return { terms: chosen }
}

type PricedItem = {
  readonly tokenDataId: string
  readonly price: string
  readonly marketplace?: string | undefined
  readonly listingId?: string | undefined
  readonly propertyVersion?: string | undefined
}

function newListing(chosen: PricedItem, item: TradeItem, place: TradingPlace): NewListing {
  const marketplace = chosen.marketplace ?? nativeOf(place).adapter.id
  const isShown = isPricedAt(item, chosen) && item.marketplace === marketplace && item.sellerOctas !== null
  if (!isShown) throw new PayloadRefusedError('something other than what’s shown')
  const listed = { marketplace, token: chosenTokenOf(item, chosen), priceOctas: BigInt(chosen.price) }
  // Our own marketplace enforces the shown proceeds on chain; the fees of other marketplaces are the API's claim.
  return { ...listed, proceedsOctas: BigInt(item.sellerOctas ?? 0) }
}

/** Returns whether an item is shown at the price that was chosen for it. */
function isPricedAt({ priceOctas }: TradeItem, { price }: PricedItem): boolean {
  return priceOctas !== null && BigInt(priceOctas) === BigInt(price)
}

function repricing([chosen, item]: readonly [PricedItem, TradeItem]): PriceChange {
  if (!isPricedAt(item, chosen)) throw new PayloadRefusedError('something other than what’s shown')
  return { listing: listedAs(item, chosen), priceOctas: BigInt(chosen.price) }
}
