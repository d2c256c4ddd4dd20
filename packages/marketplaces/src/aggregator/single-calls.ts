import { NotOfferedError } from '@opal/domain/errors'
import type { BatchIntent, BatchIntentOf, Intent, NewListing, PriceChange, Withdrawal } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { ListingTerms } from '@opal/domain/prices/listing-terms'
import type { DeployedMarketplace } from '../contracts/network-contracts.ts'
import { buildPayload } from '../payload/build-payload.ts'
import { marketplaceBatch, termsOfCall } from './marketplace-batch.ts'
import { marketplaceOf, nativeOf, type TradingPlace } from './trading-place.ts'

/** A call of a marketplace, and the limit that protects its signer. */
export interface LimitedCall {
  readonly deployed: DeployedMarketplace
  readonly payload: EntryFunctionPayload
  /** Octas that it costs at most or brings at least; null where no money moves, or no limit is set. */
  readonly limitOctas: bigint | null
}

/** Message for delisting several listings of another marketplace in one batch. @source docs/product/trading.md#delist-many */
export const DELIST_ONE_AT_A_TIME = 'Please Delist one nft at a time'

/** Returns the single calls of each item, in the order they have to be made. @throws NotOfferedError */
export function singleCalls(intent: BatchIntent, place: TradingPlace): readonly (readonly LimitedCall[])[] {
  switch (intent.kind) {
    case 'purchase-many':
      return intent.listings.map((listing) => [
        callOf(
          place,
          listing.marketplace,
          { kind: 'buy', listing },
          intent.maxOctas === null ? null : listing.priceOctas,
        ),
      ])
    case 'delist-and-list-many': {
      const marketplace = nativeOf(place).adapter.id
      return intent.items.map(({ listing, ...priced }) => [
        withdraw(place, { listing }),
        list(place, { marketplace, token: listing.token, ...priced }),
      ])
    }
    case 'instant-sell':
      return intent.sales.map((sale, nth) => [
        ...(sale.listing === undefined ? [] : [withdraw(place, { listing: sale.listing })]),
        callOf(
          place,
          sale.offer.marketplace,
          acceptanceOf(sale),
          // One sale alone has to bring the total: on chain that is all that the signer gains by the call.
          (intent.sales.length === 1 ? intent.leastOctas?.total : intent.leastOctas?.each[nth]) ?? null,
        ),
      ])
    case 'list-many':
      return intent.items.map((item) => [list(place, item, intent.terms)])
    case 'update-price-many':
      return intent.items.map((item) => [reprice(place, item, intent.terms)])
    case 'list-and-update-many':
      return intent.items.map((item) => ['listing' in item ? reprice(place, item) : list(place, item)])
    case 'withdraw-many':
      return intent.orders.map((order) => [withdraw(place, order)])
    case 'delist-many':
      return delistEach(intent, place)
  }
}

function callOf(
  place: TradingPlace,
  marketplace: string,
  single: Intent,
  limitOctas: bigint | null = null,
): LimitedCall {
  const deployed = marketplaceOf(place, marketplace, single.kind)
  return { deployed, payload: buildPayload(deployed, single), limitOctas }
}

function reprice(place: TradingPlace, change: PriceChange, terms?: ListingTerms): LimitedCall {
  const single: Intent =
    terms === undefined ? { kind: 'update-price', ...change } : { kind: 'update-terms', ...change, terms }
  return callOf(place, change.listing.marketplace, single)
}

function list(place: TradingPlace, { marketplace, ...listed }: NewListing, terms?: ListingTerms): LimitedCall {
  const taken = termsOfCall([listed], marketplaceOf(place, marketplace, 'list'), terms)
  const { token, priceOctas } = listed
  const single: Intent =
    taken === undefined ? { kind: 'list', token, priceOctas } : { kind: 'list-on-terms', ...listed, terms: taken }
  return callOf(place, marketplace, single)
}

function withdraw(place: TradingPlace, order: Withdrawal): LimitedCall {
  if ('listing' in order) return callOf(place, order.listing.marketplace, { kind: 'delist', listing: order.listing })
  const { offer, token, isPooled } = order
  const onSeveral = isPooled === true ? ('cancel-pool-offer' as const) : ('cancel-collection-offer' as const)
  const withdrawal = token === null ? { kind: onSeveral } : { kind: 'cancel-token-offer' as const, token }
  return callOf(place, offer.marketplace, { ...withdrawal, offer })
}

type Sale = BatchIntentOf<'instant-sell'>['sales'][number]

function acceptanceOf({ offer, token, isTokenOffer, poolProof }: Sale): Intent {
  if (poolProof !== undefined) return { kind: 'accept-pool-offer', offer, token, proof: poolProof }
  return { kind: isTokenOffer ? 'accept-token-offer' : 'accept-collection-offer', offer, token }
}

/** Delists each listing by its own call. @throws NotOfferedError for several of which one is on another marketplace. */
function delistEach(
  { listings }: BatchIntentOf<'delist-many'>,
  place: TradingPlace,
): readonly (readonly LimitedCall[])[] {
  const native = nativeOf(place).adapter.id
  const elsewhere = listings.find(({ marketplace }) => marketplace !== native)
  if (listings.length > 1 && elsewhere !== undefined) {
    throw new NotOfferedError(elsewhere.marketplace, 'delist-many', DELIST_ONE_AT_A_TIME)
  }
  return listings.map((listing) => [withdraw(place, { listing })])
}

/**
 * Returns the calls of a script that lists tokens and changes prices: those of our own package by its calls for several, as a script has
 * room for a few hundred arguments. Null for other batches.
 * @throws NotOfferedError
 */
export function pricingCalls(intent: BatchIntent, place: TradingPlace): readonly LimitedCall[] | null {
  if (intent.kind !== 'list-many' && intent.kind !== 'list-and-update-many') return null
  // It is not known whether scripts may call the batches of other packages.
  const own = place.marketplaces.find(({ contracts }) => contracts.hasGuardedCalls === true)
  const groups = Map.groupBy(intent.items, (item) =>
    'listing' in item ? `${item.listing.marketplace} update` : groupOfListing(item),
  )
  return [...groups.values()].flatMap((items) => {
    const part = { ...intent, items } as typeof intent
    const isOurs = items.every((item) => ('listing' in item ? item.listing : item).marketplace === own?.adapter.id)
    const payload = isOurs ? marketplaceBatch(part, place) : null
    if (payload === null || own === undefined) return singleCalls(part, place).flat()
    return { deployed: own, payload, limitOctas: null }
  })
}

/** Returns what the tokens that one call lists have in common. */
function groupOfListing({ marketplace, token }: NewListing): string {
  if (token.standard === 'v2') return `${marketplace} v2`
  return JSON.stringify([marketplace, token.creatorAddress, token.collectionName, String(token.propertyVersion)])
}
