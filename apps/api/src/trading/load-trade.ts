import { toSeconds } from '@opal/domain/time'
import { setKeyOf } from '@opal/store/accounts/token-sets'
import { readRoyalties } from '@opal/store/queries/collections/read-collections'
import { type ListingRow, readOpenListings, readOwnListings } from '@opal/store/queries/orders/listings'
import { readOffersForTokens } from '@opal/store/queries/orders/offers/offers'
import { readCollectionsWithSets, readSetOffers, type SetEdition } from '@opal/store/queries/orders/offers/set-offers'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import type { ApiContext } from '../context.ts'
import { toRate } from '../resources/collections/present-collection.ts'
import type { BidFacts, SaleFacts } from './plan/best-exit.ts'
import { type AskedToken, type HeldEditions, loadHeldEditions, toHoldings } from './plan/editions.ts'
import { bestPriceFirst, withHiddenOffers } from './plan/hidden-offers.ts'

/** Rows that the planning of a trade reads. */
export interface TradeFacts {
  readonly tokens: ReadonlyMap<string, TokenRow>
  /** Open listings by token, cheapest first. */
  readonly listings: ReadonlyMap<string, readonly ListingRow[]>
}

/** Rows that the planning of a holder's trade reads. */
export interface HolderFacts extends TradeFacts {
  /** The holder's editions of each token. */
  readonly held: HeldEditions
}

type Items = readonly (AskedToken & { listingId?: string | undefined })[]

/** Loads a trade as {@link loadTrade} does, with what the wallet holds. */
export function loadHolderTrade(context: ApiContext, items: Items, wallet: string): Promise<HolderFacts> {
  return context.tradeGate(async () => {
    const [facts, held] = await Promise.all([
      readTrade(context, items, wallet),
      loadHeldEditions(context.store, wallet, items),
    ])
    return { ...facts, held }
  })
}

/**
 * Loads tokens and open listings of the requested items together: the cheapest of each token, and however many those are, the
 * ones that are named and those of the wallet.
 */
export function loadTrade(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'tradeGate'>,
  items: Items,
  wallet?: string,
): Promise<TradeFacts> {
  return context.tradeGate(() => readTrade(context, items, wallet))
}

async function readTrade(
  { store, nowMicros }: Pick<ApiContext, 'store' | 'nowMicros'>,
  items: Items,
  wallet: string | undefined,
): Promise<TradeFacts> {
  const ids = [...new Set(items.map((item) => item.tokenDataId))]
  const named = {
    listingIds: items.flatMap((item) => item.listingId ?? []),
    own: wallet === undefined ? [] : toHoldings(wallet, items),
  }
  const [tokens, listings] = await Promise.all([
    readTokens(store, ids, nowMicros()),
    readOpenListings(store, ids, named),
  ])
  return {
    tokens: new Map(tokens.map((token) => [token.tokenDataId, token])),
    listings: Map.groupBy(listings, (listing) => listing.tokenDataId),
  }
}

/** A token that is sold; `offerId` names the offer. */
interface SoldToken extends AskedToken {
  readonly offerId?: string | undefined
}

/** Returns how many offers on a collection, of each marketplace, are read for some of its tokens. */
export type OffersPerCollection = (tokens: number, collectionId: string) => number

/** For sales: each of their items needs another offer. */
const OFFERS_OF_SALE: OffersPerCollection = () => 100
/** For the best exit of each token alone: a wallet may have tokens of hundreds of collections. */
const OFFERS_SHOWN: OffersPerCollection = () => 5
/**
 * Returns how many offers a plan of hundreds of sales, of several wallets, needs: one for each token, and as many again whose
 * pools may not pay any more.
 * @param counts tokens of all of the wallets, by collection.
 */
export function offersOfPlan(counts: ReadonlyMap<string, number>): OffersPerCollection {
  return (tokens, collectionId) => 5 + 2 * Math.max(tokens, counts.get(collectionId) ?? 0)
}

/** Loads what the sale of a wallet's tokens depends on. */
export async function loadSaleFacts(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  holder: string,
  asked: readonly SoldToken[],
): Promise<SaleFacts> {
  const { store, nowMicros } = context
  const tokenDataIds = [...new Set(asked.map(({ tokenDataId }) => tokenDataId))]
  const [tokens, held] = await Promise.all([
    readTokens(store, tokenDataIds, nowMicros()),
    loadHeldEditions(store, holder, asked),
  ])
  const editions = editionsOf(tokens, asked, held)
  const named = [...new Set(asked.flatMap(({ offerId }) => offerId ?? []))]
  const [bids, listings] = await Promise.all([
    loadBidFacts(context, { holders: [holder], tokens, editions, named, perCollection: OFFERS_OF_SALE, isSale: true }),
    readOwnListings(store, toHoldings(holder, asked)),
  ])
  const own = listings.filter((listing) => isOwnListing(listing, holder))
  return {
    ...bids,
    tokens: new Map(tokens.map((token) => [token.tokenDataId, token])),
    ownListings: Map.groupBy(own, ({ tokenDataId }) => tokenDataId),
    held,
  }
}

/** Returns whether a listing is the holder's own and can still deliver its token. */
export function isOwnListing({ seller, validity }: ListingRow, holder: string): boolean {
  return seller === holder && validity !== 'seller-lost-token'
}

/** A token whose bids are read: those on itself, on its collection and on sets. */
type BidToken = Pick<TokenHead, 'tokenDataId' | 'collectionId'>

/** Tokens whose bids are read, and how many of them. */
interface BidsAsked {
  /** Wallets whose own bids are left out. */
  readonly holders: readonly string[]
  readonly tokens: readonly BidToken[]
  readonly editions: readonly SetEdition[]
  /** Ids of offers that are read however many better ones there are. */
  readonly named: readonly string[]
  readonly perCollection: OffersPerCollection
  /** Reads also what offers of pools that pay few of them hide: a sale needs one for each of its items. */
  readonly isSale?: boolean
}

/** Loads the offers that some tokens can be sold into, once for all of their holders, and the royalties of such sales. */
export async function loadBidFacts(
  { store, nowMicros, marketplaces }: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  { holders, tokens, editions, named, perCollection, isSale = false }: BidsAsked,
): Promise<BidFacts> {
  const now = nowMicros()
  const counts = new Map<string, number>()
  for (const { collectionId } of tokens) counts.set(collectionId, (counts.get(collectionId) ?? 0) + 1)
  const collectionIds = [...counts.keys()]
  const takeable = { notBuyers: holders, takeableAtSeconds: toSeconds(now) }
  const known = marketplaces.map(({ adapter }) => adapter.id)
  const wanted = {
    holders,
    editions,
    collectionIds,
    named,
    nowMicros: now,
    marketplaces: known,
    perCollection: (collectionId: string) => perCollection(counts.get(collectionId) ?? 0, collectionId),
  }
  const [offers, ofSets, royalties] = await Promise.all([
    readOffersForTokens(store, wanted).then((read) =>
      isSale ? withHiddenOffers(store, read, { ...wanted, tokens }) : read,
    ),
    editionsInSets(store, tokens, editions).then((some) =>
      readSetOffers(store, some, takeable, { ids: named, marketplaces: known }),
    ),
    readRoyalties(store, [...tokens.map(({ tokenDataId }) => tokenDataId), ...collectionIds]),
  ])
  return {
    offers: ofSets.offers.length === 0 ? offers : bestPriceFirst([...offers, ...ofSets.offers]),
    setsOf: ofSets.setsOf,
    nowSeconds: toSeconds(now),
    royaltyOf: royaltyIn(royalties),
  }
}

/** Returns the editions that may be in sets: most collections have none, and a token is looked for among the sets of all. */
export async function editionsInSets(
  store: ApiContext['store'],
  tokens: readonly BidToken[],
  editions: readonly SetEdition[],
): Promise<readonly SetEdition[]> {
  const collections = new Map(tokens.map(({ tokenDataId, collectionId }) => [tokenDataId, collectionId]))
  const withSets = await readCollectionsWithSets(store, [...new Set(collections.values())])
  return editions.filter(({ tokenDataId }) => withSets.has(collections.get(tokenDataId) ?? ''))
}

/** Loads the offers that each of some tokens of a wallet can be sold into by itself, and the royalties of such sales. */
export function loadShownBids(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  holder: string,
  tokens: readonly BidToken[],
  editions: readonly SetEdition[],
): Promise<BidFacts> {
  const asked = { holders: [holder], tokens, editions: distinctEditions(editions), named: [] }
  return loadBidFacts(context, { ...asked, perCollection: OFFERS_SHOWN })
}

/** Loads the royalties of some tokens' sales. */
export async function loadRoyalties(
  { store }: Pick<ApiContext, 'store'>,
  tokens: Iterable<TokenRow>,
): Promise<SaleFacts['royaltyOf']> {
  const ids = [...tokens].flatMap(({ tokenDataId, collectionId }) => [tokenDataId, collectionId])
  return royaltyIn(await readRoyalties(store, [...new Set(ids)]))
}

/** Returns a function to a token's royalty: its own, else its collection's. */
function royaltyIn(royalties: Awaited<ReturnType<typeof readRoyalties>>): SaleFacts['royaltyOf'] {
  return (token) => toRate(royalties.get(token.tokenDataId) ?? royalties.get(token.collectionId))
}

/** Returns the edition of each token that is sold: the named one, else the only one held, else the shown one. */
function editionsOf(tokens: readonly TokenRow[], asked: readonly SoldToken[], held: HeldEditions) {
  const shown = new Map(tokens.map((token) => [token.tokenDataId, token.propertyVersion]))
  const sold = asked.map(({ tokenDataId, propertyVersion }) => {
    const own = [...(held.get(tokenDataId)?.keys() ?? [])]
    const edition = propertyVersion ?? (own.length === 1 ? own[0] : shown.get(tokenDataId)) ?? 0n
    return { tokenDataId, propertyVersion: BigInt(edition) }
  })
  return distinctEditions(sold)
}

/** Returns each edition once. */
export function distinctEditions<Edition extends SetEdition>(editions: readonly Edition[]): readonly Edition[] {
  return [...new Map(editions.map((one) => [setKeyOf(one.tokenDataId, one.propertyVersion), one])).values()]
}

/**
 * Returns the tokens of some items, each once. What is held or listed names its collection, so that bids need not wait for its
 * token, unless that is not known yet.
 * @param read the tokens as they are stored.
 */
export async function bidTokensOf(
  items: readonly { readonly tokenDataId: string; readonly collectionId: string | null }[],
  read: Promise<readonly BidToken[]>,
): Promise<readonly BidToken[]> {
  const tokens = new Map<string, BidToken>()
  for (const { tokenDataId, collectionId } of items) {
    if (collectionId === null || collectionId === '') return read
    tokens.set(tokenDataId, { tokenDataId, collectionId })
  }
  return [...tokens.values()]
}
