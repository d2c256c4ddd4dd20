import type { ImageFacts, Token } from '@opal/contract/tokens'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import { readCheapestListings } from '@opal/store/queries/orders/listings'
import type { TokenFilter } from '@opal/store/queries/tokens/token-filter'
import type { ExpiringFields, TokenListItem } from '@opal/store/queries/tokens/token-list-items'
import { readTokensById } from '@opal/store/queries/tokens/token-page'
import { memoize } from '../../cache/memoize.ts'
import type { ApiContext } from '../../context.ts'
import { PreparedJson } from '../../http/route.ts'
import { toTextOrNull } from '../../wire-values.ts'
import { contractAddresses, serializeWallet } from '../names/wallet-names.ts'
import { loadTokens } from './load-tokens.ts'
import { presentTopBid } from './present-token.ts'

/** Marketplace of a list's filter. */
type ListedPlace = Pick<TokenFilter, 'marketplace' | 'isMarketplaceClosed'>

/** Members beside `data`. */
interface PageRest {
  readonly nextCursor: string | null
  readonly total?: number
}

/**
 * A page of one collection's tokens, put together of cards.
 * @param there the list is of what is listed on a marketplace: each token shows its listing there, not its cheapest one.
 */
export async function tokenPage(
  context: ApiContext,
  rows: readonly TokenListItem[],
  collection: CollectionFacts,
  rest: PageRest,
  there: ListedPlace = {},
): Promise<PreparedJson> {
  const cards = await serializeTokens(context, rows, collection)
  const { marketplace, isMarketplaceClosed = false } = there
  const data =
    marketplace === undefined ? cards : await showListingsAt(context, cards, marketplace, isMarketplaceClosed)
  const items = data.length === 0 ? '' : `{${data.join('},{')}}`
  return new PreparedJson(`{"data":[${items}],${JSON.stringify(rest).slice(1)}`)
}

/** As {@link tokenPage}, of tokens of the collection that are known by id. */
export async function tokenPageOf(
  context: ApiContext,
  collectionId: string,
  ids: readonly string[],
  rest: PageRest,
  there?: ListedPlace,
): Promise<PreparedJson> {
  const [page, collection] = await Promise.all([
    readTokensById(context.store.preparedPool, ids),
    context.facts.get(collectionId),
  ])
  return tokenPage(context, page.items, collection, rest, there)
}

/** Cards, as members of JSON objects, with the cheapest listing at one marketplace in place of the cheapest of all. */
async function showListingsAt(
  { store }: ApiContext,
  cards: readonly string[],
  marketplace: string,
  isClosed: boolean,
): Promise<readonly string[]> {
  const tokens = cards.map((members) => JSON.parse(`{${members}}`) as Token)
  const listings = await readCheapestListings(store.preparedPool, {
    ...{ tokenDataIds: tokens.map(({ tokenDataId }) => tokenDataId), marketplaces: [marketplace] },
    ...{ notSeller: null, maxOctas: null, isClosed },
  })
  const there = new Map(listings.map((listing) => [listing.tokenDataId, listing]))
  return tokens.map((token) => {
    const listing = there.get(token.tokenDataId)
    const shown: Pick<Token, 'listedPrice' | 'listedAtMicros' | 'marketplace' | 'listingId'> = {
      listedPrice: toTextOrNull(listing?.priceOctas ?? null),
      listedAtMicros: toTextOrNull(listing?.placedAtMicros ?? null),
      marketplace: listing?.marketplace ?? null,
      listingId: listing?.listingId ?? null,
    }
    return JSON.stringify({ ...token, ...shown }).slice(1, -1)
  })
}

/**
 * Tokens of one collection as JSON members, without braces, in the order of the rows. Those whose cards are being made again are
 * looked up part by part; a token that is gone meanwhile is left out.
 */
export async function serializeTokens(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces'>,
  rows: readonly TokenListItem[],
  collection: CollectionFacts,
): Promise<readonly string[]> {
  const nowMicros = context.nowMicros()
  const write = tokenListSerializer({ collection, contracts: contractAddresses(context.marketplaces), nowMicros })
  const written = rows.map(write)
  const missing = rows.flatMap(({ tokenDataId }, at) => (written[at] === null ? [tokenDataId] : []))
  if (missing.length === 0) return written as string[]
  const looked = new Map(
    (await loadTokens(context, missing)).map((token) => [token.tokenDataId, JSON.stringify(token).slice(1, -1)]),
  )
  return rows.flatMap(({ tokenDataId }, at) => written[at] ?? looked.get(tokenDataId) ?? [])
}

/** What cards are completed with. */
export interface TokenListContext {
  readonly collection: CollectionFacts
  /** Addresses that hold code, not users. */
  readonly contracts: ReadonlySet<string>
  readonly nowMicros: bigint
}

/** Completes cards of one collection; what they share is written once. Gives the members of a JSON object, without its braces. */
export function tokenListSerializer({
  collection,
  contracts,
  nowMicros,
}: TokenListContext): (row: TokenListItem) => string | null {
  const { shared, bid: collectionBid } = sharedTexts(collection)
  return (row) => {
    if (row.members === null) return null
    const expiring = row.expiring === null ? NOTHING : (JSON.parse(row.expiring) as ExpiringFields)
    // Which offer is the best then, the card does not say.
    if (hasRunOut(expiring.bid, nowMicros)) return null
    const topBid =
      expiring.bid === null
        ? collectionBid
        : topBidText({ topTokenBid: { ...expiring.bid, remaining: '1' }, topCollectionBid: collection.bid })
    const owner = ownerText(row.holder, expiring, contracts, nowMicros)
    return `${row.members},"owner":${owner},"topBid":${topBid},${shared}`
  }
}

interface SharedTexts {
  readonly shared: string
  readonly bid: string
}

/** Written once as long as the facts are kept. */
const sharedTexts = memoize((collection: CollectionFacts): SharedTexts => {
  const { name, collectionId, bid } = collection
  const shared = JSON.stringify({
    collectionId,
    // A collection that was not seen yet goes by its id.
    collectionName: name ?? collectionId,
    collectionSlug: name === null ? collectionId : toCollectionSlug(name, collectionId),
    collectionImage: collection.image,
    collectionImageFacts: collection.imageFacts satisfies ImageFacts | null,
    creatorAddress: collection.creatorAddress,
    isVerified: collection.isVerified,
  }).slice(1, -1)
  return { shared, bid: topBidText({ topTokenBid: null, topCollectionBid: bid }) }
})

function topBidText(bids: Parameters<typeof presentTopBid>[0]): string {
  return JSON.stringify(presentTopBid(bids))
}

const NOTHING: ExpiringFields = { names: [], bid: null }

function hasRunOut(bid: ExpiringFields['bid'], nowMicros: bigint): boolean {
  return bid !== null && bid.untilSeconds !== null && BigInt(bid.untilSeconds) <= nowMicros / 1_000_000n
}

function ownerText(
  holder: string | null,
  { names }: ExpiringFields,
  contracts: ReadonlySet<string>,
  nowMicros: bigint,
): string {
  if (holder === null) return 'null'
  return serializeWallet(
    holder,
    names.find(({ untilMicros }) => BigInt(untilMicros) > nowMicros)?.name ?? null,
    contracts,
  )
}
