import type { Token } from '@opal/contract/tokens'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import { readCheapestListings } from '@opal/store/queries/orders/listings'
import type { TokenFilter } from '@opal/store/queries/tokens/token-filter'
import type { CardRow } from '@opal/store/queries/tokens/token-list-items'
import { readTokensById } from '@opal/store/queries/tokens/token-page'
import type { ApiContext } from '../context.ts'
import { PreparedJson } from '../http/prepared-json.ts'
import { toTextOrNull } from '../present/text.ts'
import { writeCards } from './write-cards.ts'

/** Where the tokens of a list are listed, as its filter says it. */
type ListedPlace = Pick<TokenFilter, 'marketplace' | 'isMarketplaceClosed'>

/** What stands beside `data`. */
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
  rows: readonly CardRow[],
  collection: CollectionFacts,
  rest: PageRest,
  there: ListedPlace = {},
): Promise<PreparedJson> {
  const cards = await writeCards(context, rows, collection)
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
    readTokensById(context.store.steady, ids),
    context.facts.of(collectionId),
  ])
  return tokenPage(context, page.cards, collection, rest, there)
}

/** Cards, as members of JSON objects, with the cheapest listing at one marketplace in place of the cheapest of all. */
async function showListingsAt(
  { store }: ApiContext,
  cards: readonly string[],
  marketplace: string,
  isClosed: boolean,
): Promise<readonly string[]> {
  const tokens = cards.map((members) => JSON.parse(`{${members}}`) as Token)
  const listings = await readCheapestListings(store.steady, {
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
