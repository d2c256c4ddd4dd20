import { NotOfferedError } from '@opal/domain/errors'
import type { BatchIntentOf, LeastProceeds, ListingRef, MarketplaceListing } from '@opal/domain/intent'
import { APT_COIN_TYPE, type EntryFunctionPayload, type PayloadArgument } from '@opal/domain/payload'
import type { TokenRef, TokenRefV1 } from '@opal/domain/tokens/token-id'
import type { AggregatorSupport } from '../adapter.ts'
import type { DeployedMarketplace } from '../contracts/network-contracts.ts'
import { checksProceeds } from './marketplace-batch.ts'
import { marketplaceOf, nativeOf, type TradingPlace } from './trading-place.ts'

const AGGREGATOR = 'aggregator'
const NO_OBJECT = '0x0'

/**
 * Buys listings of any marketplaces in one transaction: all or nothing, or with best effort what is still there.
 * @throws NotOfferedError when the aggregator cannot buy one of them: its marketplace is closed or not reached, or it is a v1
 *   token of another collection than the others.
 * @source contracts/aggregator purchase_many, try_purchase_many
 */
export function purchaseMany(
  place: TradingPlace,
  { listings, isBestEffort }: Pick<BatchIntentOf<'purchase-many'>, 'listings' | 'isBestEffort'>,
): EntryFunctionPayload {
  const marketplaces = listings.map(({ marketplace }) => reachable(place, marketplace, 'buy'))
  if (isBestEffort && !listings.every((listing, at) => isSeen(marketplaces[at] as Reachable, listing))) {
    throw new NotOfferedError(AGGREGATOR, 'purchase-many', 'These listings have to be bought one by one.')
  }
  const { creator, collection, names, versions } = namesOf(listings.map(({ token }) => token))
  return call(place, isBestEffort ? 'try_purchase_many' : 'purchase_many', [
    ...whereOf(listings, marketplaces),
    creator,
    collection,
    names,
    versions,
    listings.map(({ priceOctas }) => String(priceOctas)),
    '1',
  ])
}

/**
 * Moves listings to the native marketplace, each at a new price. Where sales have to bring something, by the call that checks that.
 * @throws NotOfferedError as {@link purchaseMany}.
 * @source contracts/aggregator delist_and_list_many, delist_and_list_many_for_at_least
 */
export function delistAndListMany(
  place: TradingPlace,
  { items }: Omit<BatchIntentOf<'delist-and-list-many'>, 'kind'>,
): EntryFunctionPayload {
  const listings = items.map(({ listing }) => listing)
  const marketplaces = listings.map(({ marketplace }) => reachable(place, marketplace, 'delist'))
  const stuck = listings.find(({ token }, at) => !marketplaces[at]?.aggregatorSupport.delists.includes(token.standard))
  if (stuck !== undefined) throw new NotOfferedError(stuck.marketplace, 'delist-and-list-many')
  const { creator, collection, names, versions } = namesOf(listings.map(({ token }) => token))
  const native = nativeOf(place)
  const isChecked = checksProceeds(items, native)
  return call(place, isChecked ? 'delist_and_list_many_for_at_least' : 'delist_and_list_many', [
    ...whereOf(listings, marketplaces),
    listings.map(({ token }) => objectOf(token)),
    creator,
    collection,
    names,
    versions,
    feeScheduleOf(native),
    items.map(({ priceOctas }) => String(priceOctas)),
    ...(isChecked ? [items.map(({ proceedsOctas = 0n }) => String(proceedsOctas))] : []),
  ])
}

/**
 * Sells each token into a collection offer, whichever marketplace it is on.
 * @throws NotOfferedError when a token is listed, an offer is on one token or paid by a pool, its marketplace is not reached,
 *   or its offers are numbers.
 * @source contracts/aggregator instant_sell
 */
export function instantSell(
  place: TradingPlace,
  { sales }: Pick<BatchIntentOf<'instant-sell'>, 'sales'>,
): EntryFunctionPayload {
  for (const { offer, isTokenOffer, poolProof, listing } of sales) {
    if (listing !== undefined) throw new NotOfferedError(AGGREGATOR, 'delist')
    if (isTokenOffer) throw new NotOfferedError(AGGREGATOR, 'accept-token-offer')
    if (poolProof !== undefined) throw new NotOfferedError(AGGREGATOR, 'accept-pool-offer')
    const { aggregatorSupport } = reachable(place, offer.marketplace, 'accept-collection-offer')
    if (!aggregatorSupport.sellsIntoCollectionOffers || !offer.offerId.startsWith('0x')) {
      throw new NotOfferedError(offer.marketplace, 'instant-sell')
    }
  }
  return call(place, 'instant_sell', saleArguments(place, sales))
}

/**
 * Builds the call as {@link instantSell} does, undone when one sale brings less than its own of `each`, or all together less than
 * `total`, after royalty and commission.
 * @throws NotOfferedError as {@link instantSell}; TypeError when there is not one least for each sale.
 * @source contracts/aggregator instant_sell_for_at_least
 */
export function instantSellForAtLeast(
  place: TradingPlace,
  intent: Pick<BatchIntentOf<'instant-sell'>, 'sales'>,
  { each, total }: LeastProceeds,
): EntryFunctionPayload {
  if (each.length !== intent.sales.length) throw new TypeError('Each sale needs a least of its own.')
  const { functionArguments } = instantSell(place, intent)
  return call(place, 'instant_sell_for_at_least', [...functionArguments, each.map(String), String(total)])
}

function saleArguments(place: TradingPlace, sales: BatchIntentOf<'instant-sell'>['sales']) {
  const tokens = sales.map(({ token }) => token)
  return [
    sales.map(({ offer }) => offer.offerId),
    sales.map(({ offer }) => offer.marketplace),
    tokens.map(objectOf),
    tokens.map((token) => (token.standard === 'v1' ? token.collectionName : '')),
    tokens.map(nameOf),
    '1',
    tokens.map(versionOf),
    feeScheduleOf(nativeOf(place)),
    sales.map(() => '1'),
  ]
}

interface Reachable extends DeployedMarketplace {
  readonly aggregatorSupport: AggregatorSupport
}

/** @throws NotOfferedError unless the aggregator reaches the marketplace and the marketplace is open for this. */
function reachable(place: TradingPlace, marketplace: string, action: 'buy' | 'delist' | 'accept-collection-offer') {
  const found = marketplaceOf(place, marketplace, action)
  const { aggregatorSupport } = found.adapter
  if (aggregatorSupport === undefined) throw new NotOfferedError(marketplace, action)
  return { ...found, aggregatorSupport }
}

/** Returns whether other modules can see that this listing still exists. */
function isSeen({ aggregatorSupport }: Reachable, { token }: MarketplaceListing): boolean {
  return token.standard === 'v2' || aggregatorSupport.namesV1ListingsBy === 'object'
}

function whereOf(listings: readonly MarketplaceListing[], marketplaces: readonly Reachable[]) {
  return [
    listings.map((listing, at) => routedId((marketplaces[at] as Reachable).aggregatorSupport, listing)),
    listings.map(({ marketplace }) => marketplace),
  ] as const
}

/** Returns the id that the aggregator's calls know a listing by; that of no object where they need none. */
export function routedId({ namesV1ListingsBy }: AggregatorSupport, { listingId, token, seller }: ListingRef): string {
  if (token.standard === 'v2' || namesV1ListingsBy === 'object') return listingId
  return namesV1ListingsBy === 'seller' ? seller : NO_OBJECT
}

/** v2 tokens go by their objects: names are for v1 tokens, whose collection a call names once. */
function namesOf(tokens: readonly TokenRef[]) {
  const [first] = tokens.filter((token): token is TokenRefV1 => token.standard === 'v1')
  const isSole = (token: TokenRef) =>
    token.standard === 'v2' ||
    (token.creatorAddress === first?.creatorAddress && token.collectionName === first.collectionName)
  if (!tokens.every(isSole)) {
    const sentence = 'Token v1 items can be traded together only if they’re in one collection.'
    throw new NotOfferedError(AGGREGATOR, 'many', sentence)
  }
  return {
    creator: first?.creatorAddress ?? NO_OBJECT,
    collection: first?.collectionName ?? '',
    names: tokens.map(nameOf),
    versions: tokens.map(versionOf),
  }
}

function nameOf(token: TokenRef): string {
  return token.standard === 'v1' ? token.tokenName : ''
}

function versionOf(token: TokenRef): string {
  return token.standard === 'v1' ? String(token.propertyVersion) : '0'
}

function objectOf(token: TokenRef): string {
  return token.standard === 'v1' ? NO_OBJECT : token.tokenDataId
}

function feeScheduleOf({ contracts }: DeployedMarketplace): string {
  if (contracts.feeScheduleAddress === null) throw new TypeError('The native marketplace has a fee schedule.')
  return contracts.feeScheduleAddress
}

/** @throws NotOfferedError where the aggregator is not published. */
function call(
  { aggregator }: TradingPlace,
  name: string,
  functionArguments: readonly PayloadArgument[],
): EntryFunctionPayload {
  if (aggregator === null) throw new NotOfferedError(AGGREGATOR, name, 'There is no aggregator on this network.')
  return { function: `${aggregator}::aggregator::${name}`, typeArguments: [APT_COIN_TYPE], functionArguments }
}
