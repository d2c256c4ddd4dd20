import { type TermsInput, toListingTerms } from '@opal/contract/trading/selling'
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import type { BatchIntent, MarketplaceListing, NewListing, PriceChange } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { type ListingTerms, MAX_FALLING_SECONDS } from '@opal/domain/prices/listing-terms'
import { mayBeSameListing } from '@opal/domain/tokens/named-item'
import { collectionIdV1 } from '@opal/domain/tokens/token-id'
import { claimPayload, transferPayload } from '@opal/domain/tokens/transfer-payloads'
import { nativeOf, type TradingPlace } from '@opal/marketplaces/aggregator/trading-place'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import {
  chosenTokenOf,
  collectionOf,
  dearer,
  isSameOffer,
  isSameOrder,
  listedAs,
  listingOf,
  offerOf,
  pairItems,
  pairs,
  poolProofOf,
  requireCost,
  requireOnlyGas,
  shownGain,
  soldFor,
  soleItem,
  tokenOf,
  tradedItems,
} from './answered-items.ts'
import { biddingPlace } from './bidding-place.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'

/** A trading place with what its node says. */
export interface CheckedPlace extends TradingPlace {
  /** Octas that our own marketplace takes for placing a listing or a bid. */
  readonly placingFeeOctas: bigint
}

/** The transaction of a user's choice: a batch intent, or calls of one transaction. */
export type ExpectedTrade =
  | { readonly kind: 'batch'; readonly intent: BatchIntent }
  | { readonly kind: 'calls'; readonly calls: readonly EntryFunctionPayload[] }

/**
 * Derives the transaction from the user's choice. Takes from the answer only what the user did not choose (the order of a token,
 * the names behind an id), and checks it against the choice.
 * @throws PayloadRefusedError for items, prices, orders or amounts that were not chosen.
 */
export function expectedTrade(
  draft: ChosenDraft,
  answer: TradeAnswer,
  signer: Address,
  place: CheckedPlace,
): ExpectedTrade {
  const traded = tradedItems(answer)
  if (traded.length === 0) throw new PayloadRefusedError('nothing that can be signed')
  switch (draft.call) {
    case 'buy': {
      const { items, bestEffort = false } = draft.body
      const listings = pairItems(items, traded, mayBeSameListing).map(([chosen, item]) => {
        const listing = listingOf(item, chosen)
        if (chosen.maxPrice !== undefined && listing.priceOctas > BigInt(chosen.maxPrice)) throw dearer()
        return listing
      })
      return purchase(listings, bestEffort, answer)
    }
    case 'sweep':
      return purchase(sweptListings(draft.body, traded), draft.body.bestEffort ?? false, answer)
    case 'list': {
      const items = pairItems(draft.body.items, traded).map(([chosen, item]) => newListing(chosen, item, place))
      requireOnlyGas(answer, placingFees(items, place))
      soldFor(answer, traded)
      return batch({ kind: 'list-many', items, ...termsOf(draft.body) })
    }
    case 'update-price': {
      requireOnlyGas(answer)
      const items = pairItems(draft.body.items, traded).map(repricing)
      return batch({ kind: 'update-price-many', items, ...termsOf(draft.body) })
    }
    case 'relist': {
      const proceeds = soldFor(answer, traded)
      const items = pairItems(draft.body.items, traded).map((pair, at) => {
        return { ...repricing(pair), proceedsOctas: proceeds[at] ?? 0n }
      })
      requireOnlyGas(answer, place.placingFeeOctas * BigInt(items.length))
      return batch({ kind: 'delist-and-list-many', items })
    }
    case 'delist': {
      requireOnlyGas(answer)
      const chosen = pairItems(draft.body.items, traded)
      return batch({ kind: 'delist-many', listings: chosen.map(([one, item]) => listingOf(item, one)) })
    }
    case 'accept-bid': {
      requireOnlyGas(answer)
      return sale(draft.body.items, traded, answer)
    }
    case 'cancel-bid': {
      requireOnlyGas(answer)
      const orders = pairs(draft.body.items, traded, isSameOffer).map(([, item]) => withdrawal(item))
      return batch({ kind: 'withdraw-many', orders })
    }
    case 'clean-up': {
      requireOnlyGas(answer)
      const orders = pairs(draft.body.orders, traded, isSameOrder).map(([, item]) => withdrawal(item))
      return batch({ kind: 'withdraw-many', orders })
    }
    case 'token-bid': {
      const { price, expirationTime } = draft.body
      const token = chosenTokenOf(soleItem(traded), draft.body)
      const terms = {
        kind: 'place-token-offer',
        priceOctas: BigInt(price),
        expiresAtSeconds: BigInt(expirationTime),
      } as const
      const deployed = biddingPlace(draft, terms.kind, place)
      requireCost(answer, BigInt(price), placingFees([{ marketplace: deployed.adapter.id }], place))
      return { kind: 'calls', calls: [buildPayload(deployed, { ...terms, token })] }
    }
    case 'collection-bid': {
      const { collectionId, price, size = 1, expirationTime } = draft.body
      const collection = collectionOf(soleItem(traded), collectionId)
      const amount = BigInt(size)
      const terms = {
        kind: 'place-collection-offer',
        priceOctas: BigInt(price),
        expiresAtSeconds: BigInt(expirationTime),
      } as const
      const deployed = biddingPlace(draft, terms.kind, place)
      requireCost(answer, BigInt(price) * amount, placingFees([{ marketplace: deployed.adapter.id }], place))
      return { kind: 'calls', calls: [buildPayload(deployed, { ...terms, collection, amount })] }
    }
    case 'pool-bid': {
      const { collectionId, setRoot = null, price, size = 1, expirationTime, deposit = '0' } = draft.body
      const collection = collectionOf(soleItem(traded), collectionId)
      const terms = {
        kind: 'place-pool-offer',
        ...{ setRoot, priceOctas: BigInt(price), amount: BigInt(size) },
        ...{ expiresAtSeconds: BigInt(expirationTime), depositOctas: BigInt(deposit) },
      } as const
      // The pool pays: what leaves the wallet now is the deposit.
      requireCost(answer, terms.depositOctas, place.placingFeeOctas)
      return { kind: 'calls', calls: [buildPayload(nativeOf(place), { ...terms, collection })] }
    }
    case 'pool-deposit': {
      const octas = BigInt(draft.body.octas)
      requireCost(answer, octas, 0n)
      return { kind: 'calls', calls: [buildPayload(nativeOf(place), { kind: 'deposit-into-pool', octas })] }
    }
    case 'pool-withdrawal': {
      requireOnlyGas(answer)
      const octas = BigInt(draft.body.octas)
      return { kind: 'calls', calls: [buildPayload(nativeOf(place), { kind: 'withdraw-from-pool', octas })] }
    }
    case 'claim': {
      requireOnlyGas(answer)
      return { kind: 'calls', calls: [claim(draft.body, soleItem(traded))] }
    }
    case 'transfer': {
      requireOnlyGas(answer)
      const { items, toAddress } = draft.body
      const calls = pairItems(items, traded).map(([chosen, item]) =>
        transferPayload(chosenTokenOf(item, chosen), parseAddress(chosen.toAddress ?? toAddress)),
      )
      if (parseAddress(toAddress) === signer) throw new PayloadRefusedError('a transfer to your own wallet')
      return { kind: 'calls', calls }
    }
  }
}

/** Returns what our own marketplace takes for placing some orders. Fees of other marketplaces are not known here. */
function placingFees(orders: readonly { readonly marketplace: string }[], place: CheckedPlace): bigint {
  const native = place.marketplaces.find(({ adapter }) => adapter.isNative)?.adapter.id
  return place.placingFeeOctas * BigInt(orders.filter(({ marketplace }) => marketplace === native).length)
}

/** @throws PayloadRefusedError for a price that began to fall long ago: it would be listed for less than is shown. */
function termsOf({ terms }: { readonly terms?: TermsInput | undefined }): { readonly terms?: ListingTerms } {
  if (terms === undefined) return {}
  const chosen = toListingTerms(terms)
  const nowSeconds = BigInt(Math.floor(Date.now() / 1_000))
  if (chosen.fall !== null && chosen.fall.fromSeconds + MAX_FALLING_SECONDS < nowSeconds)
    throw new PayloadRefusedError('a price that has been falling since the dialog was opened')
  return { terms: chosen }
}

function batch(intent: BatchIntent): ExpectedTrade {
  return { kind: 'batch', intent }
}

function purchase(listings: readonly MarketplaceListing[], isBestEffort: boolean, answer: TradeAnswer): ExpectedTrade {
  const prices = listings.reduce((total, { priceOctas }) => total + priceOctas, 0n)
  const cost = -shownGain(answer)
  if (cost > prices || BigInt(answer.split.priceOctas) !== prices) throw dearer()
  return batch({ kind: 'purchase-many', listings, isBestEffort, maxOctas: cost < 0n ? 0n : cost })
}

type SweepBody = Extract<ChosenDraft, { call: 'sweep' }>['body']

/** A sweep's tokens are the API's choice: within the collection, the count, the budget and the highest price. */
function sweptListings(wish: SweepBody, traded: readonly TradeItem[]): readonly MarketplaceListing[] {
  const { collectionId, count, budget, maxPrice, exclude } = wish
  const listings = traded.map((item) => {
    const { names } = item
    const isOther =
      names !== null &&
      collectionIdV1(parseAddress(names.creatorAddress), names.collection) !== parseAddress(collectionId)
    if (isOther || item.collectionId !== parseAddress(collectionId))
      throw new PayloadRefusedError('a token of another collection')
    const listing = listingOf(item, {})
    if (maxPrice !== undefined && listing.priceOctas > BigInt(maxPrice)) throw dearer()
    const isExcluded =
      exclude?.tokenDataIds?.some((id) => parseAddress(id) === item.tokenDataId) === true ||
      exclude?.marketplaces?.includes(listing.marketplace) === true
    if (isExcluded) throw new PayloadRefusedError('something that you left out')
    return listing
  })
  const isTwice = new Set(traded.map(({ tokenDataId }) => tokenDataId)).size < traded.length
  if (isTwice || (count !== undefined && traded.length > count)) throw new PayloadRefusedError('more than you chose')
  const total = listings.reduce((sum, { priceOctas }) => sum + priceOctas, 0n)
  if (budget !== undefined && total > BigInt(budget)) throw dearer()
  return listings
}

type AcceptItems = Extract<ChosenDraft, { call: 'accept-bid' }>['body']['items']

function sale(items: AcceptItems, traded: readonly TradeItem[], answer: TradeAnswer): ExpectedTrade {
  const sales = pairItems(items, traded, mayBeSameListing).map(([chosen, item]) => {
    const { offer, isOnToken, pool } = offerOf(item)
    const isOther =
      (chosen.offerId !== undefined && chosen.offerId !== offer.offerId) ||
      (chosen.marketplace !== undefined && chosen.marketplace !== offer.marketplace)
    if (isOther) throw new PayloadRefusedError('a sale into another bid')
    if (chosen.minPrice !== undefined && offer.priceOctas < BigInt(chosen.minPrice))
      throw new PayloadRefusedError('a sale for less')
    const token = chosenTokenOf(item, chosen)
    const sold = { offer, token, isTokenOffer: isOnToken, ...poolProofOf(pool, token) }
    return item.listing === null ? sold : { ...sold, listing: listedAs(item) }
  })
  const each = soldFor(answer, traded)
  const total = shownGain(answer)
  if (total < each.reduce((sum, octas) => sum + octas, 0n)) throw new PayloadRefusedError('a sale for less')
  return batch({ kind: 'instant-sell', sales, leastOctas: { each, total } })
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
  // Our own marketplace lists nothing that brings less than is shown; of others, what they will take is the API's word.
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

function withdrawal(item: TradeItem) {
  if (item.listing !== null) return { listing: listedAs(item) }
  const { offer, isOnToken, pool } = offerOf(item)
  const token = isOnToken ? tokenOf(item, item.tokenDataId) : null
  return { offer, token, ...(pool !== null && { isPooled: true }) }
}

type ClaimBody = Extract<ChosenDraft, { call: 'claim' }>['body']

function claim({ tokenDataId, fromAddress, propertyVersion }: ClaimBody, item: TradeItem): EntryFunctionPayload {
  const token = tokenOf(item, tokenDataId)
  if (token.standard !== 'v1' || fromAddress === undefined) throw new PayloadRefusedError('another claim')
  if (propertyVersion !== undefined && token.propertyVersion !== BigInt(propertyVersion))
    throw new PayloadRefusedError('another claim')
  const { creatorAddress, collectionName, tokenName, propertyVersion: version } = token
  return claimPayload({
    fromAddress: parseAddress(fromAddress),
    creatorAddress,
    collectionName,
    name: tokenName,
    propertyVersion: version,
  })
}
