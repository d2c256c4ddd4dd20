import { parseAddress } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors/market-errors'
import type { ListingRef, OfferRef } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TokenRef } from '@opal/domain/token-ref'
import { buildPayload } from '@opal/marketplaces/build-payload'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import { toListingRef, toTokenRef } from './refs.ts'
import type { PossibleItem } from './trade-plan.ts'

/** The payload that buys the items' listings. All items are on one marketplace. */
export function buildBuyPayload(items: readonly PossibleItem[]): EntryFunctionPayload {
  const { adapter, contracts } = venueOf(items)
  const listings = items.map(listingOf)
  const [first] = listings
  const { buy, 'buy-many': buyMany } = adapter.payload
  if (listings.length === 1 && first !== undefined && buy !== undefined)
    return buy(contracts, { kind: 'buy', listing: first })
  if (buyMany !== undefined) return buyMany(contracts, listings)
  throw new NotOfferedError(adapter.id, 'buy')
}

/** The payload that takes the items' listings back. */
export function buildDelistPayload(items: readonly PossibleItem[]): EntryFunctionPayload {
  const { adapter, contracts } = venueOf(items)
  const listings = items.map(listingOf)
  const [first] = listings
  const { delist, 'delist-many': delistMany } = adapter.payload
  if (listings.length === 1 && first !== undefined && delist !== undefined)
    return delist(contracts, { kind: 'delist', listing: first })
  if (delistMany !== undefined) return delistMany(contracts, listings)
  throw new NotOfferedError(adapter.id, 'delist')
}

/** The payload that gives the items' listings their new prices. */
export function buildUpdatePricePayload(items: readonly PossibleItem[]): EntryFunctionPayload {
  const { adapter, contracts } = venueOf(items)
  const priced = items.map((item) => ({ listing: listingOf(item), priceOctas: item.priceOctas }))
  const [first] = priced
  const { 'update-price': update, 'update-price-many': updateMany } = adapter.payload
  if (priced.length === 1 && first !== undefined && update !== undefined)
    return update(contracts, { kind: 'update-price', ...first })
  if (updateMany !== undefined) return updateMany(contracts, priced)
  throw new NotOfferedError(adapter.id, 'update-price')
}

/** The payload that cancels the item's offer. */
export function buildCancelPayload([item]: readonly PossibleItem[]): EntryFunctionPayload {
  const { deployed, offer } = offerOf(item)
  if (item?.offer?.tokenDataId == null) return buildPayload(deployed, { kind: 'cancel-collection-offer', offer })
  return buildPayload(deployed, { kind: 'cancel-token-offer', offer, token: tokenOf(item) })
}

/** The payload that sells the item's token into its offer. */
export function buildAcceptPayload([item]: readonly PossibleItem[]): EntryFunctionPayload {
  const { deployed, offer } = offerOf(item)
  const kind = item?.offer?.tokenDataId == null ? 'accept-collection-offer' : 'accept-token-offer'
  return buildPayload(deployed, { kind, offer, token: tokenOf(item as PossibleItem) })
}

function offerOf(item: PossibleItem | undefined): { deployed: DeployedMarketplace; offer: OfferRef } {
  if (item === undefined || item.offer === null) throw new TypeError('A planned item has no offer to name.')
  const { offerId, buyer, priceOctas } = item.offer
  return { deployed: item.deployed, offer: { offerId, buyer: parseAddress(buyer), priceOctas } }
}

/** The payload that lists the items at their prices. */
export function buildListPayload(items: readonly PossibleItem[]): EntryFunctionPayload {
  const { adapter, contracts } = venueOf(items)
  const priced = items.map((item) => ({ token: tokenOf(item), priceOctas: item.priceOctas }))
  const [first] = priced
  const { list, 'list-many': listMany } = adapter.payload
  if (priced.length === 1 && first !== undefined && list !== undefined)
    return list(contracts, { kind: 'list', ...first })
  if (listMany !== undefined) return listMany(contracts, priced)
  throw new NotOfferedError(adapter.id, 'list')
}

function venueOf([first]: readonly PossibleItem[]): PossibleItem['deployed'] {
  if (first === undefined) throw new TypeError('A payload needs at least one item.')
  return first.deployed
}

function listingOf(item: PossibleItem): ListingRef {
  const ref = item.listing === null || item.token === null ? null : toListingRef(item.listing, item.token)
  if (ref === null) throw new TypeError('A planned item has no listing to name.')
  return ref
}

function tokenOf(item: PossibleItem): TokenRef {
  const ref = item.token === null ? null : toTokenRef(item.token)
  if (ref === null) throw new TypeError('A planned item has no token to name.')
  return ref
}
