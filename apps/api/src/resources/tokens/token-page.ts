import type { Token } from '@opal/contract/tokens'
import { memoize } from '@opal/domain/memoize'
import { toSeconds } from '@opal/domain/time'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import { readCheapestListings } from '@opal/store/queries/orders/listings'
import type { TokenFilter } from '@opal/store/queries/tokens/token-filter'
import type { ExpiringFields, TokenListItem } from '@opal/store/queries/tokens/token-list-items'
import { readTokensById } from '@opal/store/queries/tokens/token-page'
import type { ApiContext } from '../../context.ts'
import { toTextOrNull } from '../../wire-values.ts'
import { contractAddresses, presentWallet } from '../names/wallet-names.ts'
import { loadTokens } from './load-tokens.ts'
import { presentTopBid } from './present-token.ts'

/** Marketplace of a list's filter. */
type MarketplaceFilter = Pick<TokenFilter, 'marketplace' | 'isMarketplaceClosed'>

/** Members other than `data`. */
interface PageRest {
  readonly nextCursor: string | null
  readonly total?: number
}

/**
 * Presents a page of one collection's tokens.
 * @param filter where it names a marketplace, each token shows its listing there instead of its cheapest one.
 */
export async function presentPage<Rest extends PageRest>(
  context: ApiContext,
  rows: readonly TokenListItem[],
  collection: CollectionFacts,
  rest: Rest,
  { marketplace, isMarketplaceClosed = false }: MarketplaceFilter = {},
): Promise<{ data: Token[] } & Rest> {
  const tokens = await presentListItems(context, rows, collection)
  const data =
    marketplace === undefined ? tokens : await showListingsAt(context, tokens, marketplace, isMarketplaceClosed)
  return { data, ...rest }
}

/** Loads a page of a collection's tokens that are known by id; otherwise as {@link presentPage}. */
export async function loadPageOf<Rest extends PageRest>(
  context: ApiContext,
  collectionId: string,
  ids: readonly string[],
  rest: Rest,
  filter?: MarketplaceFilter,
): Promise<{ data: Token[] } & Rest> {
  const [page, collection] = await Promise.all([
    readTokensById(context.store.preparedPool, ids),
    context.facts.get(collectionId),
  ])
  return presentPage(context, page.items, collection, rest, filter)
}

/** Puts the cheapest listing at one marketplace in the place of the cheapest of all. */
async function showListingsAt(
  { store }: ApiContext,
  tokens: readonly Token[],
  marketplace: string,
  isClosed: boolean,
): Promise<Token[]> {
  const listings = await readCheapestListings(store.preparedPool, {
    tokenDataIds: tokens.map(({ tokenDataId }) => tokenDataId),
    marketplaces: [marketplace],
    notSeller: null,
    maxOctas: null,
    isClosed,
  })
  const byToken = new Map(listings.map((listing) => [listing.tokenDataId, listing]))
  return tokens.map((token) => {
    const listing = byToken.get(token.tokenDataId)
    return {
      ...token,
      listedPrice: toTextOrNull(listing?.priceOctas ?? null),
      listedAtMicros: toTextOrNull(listing?.placedAtMicros ?? null),
      marketplace: listing?.marketplace ?? null,
      listingId: listing?.listingId ?? null,
    }
  })
}

/**
 * Presents list items of one collection in their order. Tokens whose rows are being made again are looked up part by part; one that is
 * gone by then is left out.
 */
export async function presentListItems(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  rows: readonly TokenListItem[],
  collection: CollectionFacts,
): Promise<Token[]> {
  const listContext = {
    collection,
    contracts: contractAddresses(context.marketplaces),
    nowMicros: context.nowMicros(),
  }
  const presented = rows.map((row) => presentListItem(row, listContext))
  const missing = rows.flatMap(({ tokenDataId }, at) => (presented[at] === null ? [tokenDataId] : []))
  const lookedUp = missing.length === 0 ? [] : await loadTokens(context, missing)
  const byId = new Map(lookedUp.map((token) => [token.tokenDataId, token]))
  return rows.flatMap(({ tokenDataId }, at) => presented[at] ?? byId.get(tokenDataId) ?? [])
}

/** Shared by the tokens of a page. */
interface TokenListContext {
  readonly collection: CollectionFacts
  /** Addresses that hold code, not users. */
  readonly contracts: ReadonlySet<string>
  readonly nowMicros: bigint
}

/** Completes a list item with its collection's fields; null where the row is not enough. */
function presentListItem(
  { token, holder, expiring }: TokenListItem,
  { collection, contracts, nowMicros }: TokenListContext,
): Token | null {
  if (token === null) return null
  const { names, bid } = expiring ?? NOTHING_EXPIRES
  // The row does not name the next best offer.
  if (bid?.untilSeconds != null && BigInt(bid.untilSeconds) <= toSeconds(nowMicros)) return null
  const name = names.find(({ untilMicros }) => BigInt(untilMicros) > nowMicros)?.name
  const walletNames = { contracts, names: new Map(holder !== null && name !== undefined ? [[holder, name]] : []) }
  const topTokenBid = bid === null ? null : { ...bid, remaining: '1' }
  return {
    ...token,
    owner: holder === null ? null : presentWallet(holder, walletNames),
    topBid: presentTopBid({ topTokenBid, topCollectionBid: collection.bid }),
    ...collectionFields(collection),
  }
}

const NOTHING_EXPIRES: ExpiringFields = { names: [], bid: null }

/** Fields that all tokens of a collection share. */
const collectionFields = memoize(({ name, collectionId, ...collection }: CollectionFacts) => ({
  collectionId,
  // A collection that is not indexed yet is named by its id.
  collectionName: name ?? collectionId,
  collectionSlug: name === null ? collectionId : toCollectionSlug(name, collectionId),
  collectionImage: collection.image,
  collectionImageFacts: collection.imageFacts,
  creatorAddress: collection.creatorAddress,
  isVerified: collection.isVerified,
}))
