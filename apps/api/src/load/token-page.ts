import type { Token } from '@opal/contract/shapes/token'
import type { CardRow } from '@opal/store/read/card-rows'
import { readCheapestListings } from '@opal/store/read/read-cheapest-listings'
import type { CollectionFacts } from '@opal/store/read/read-collection-facts'
import { readTokensById } from '@opal/store/read/read-token-page'
import type { ApiContext } from '../context.ts'
import { PreparedJson } from '../http/prepared-json.ts'
import { toTextOrNull } from '../present/text.ts'
import { writeCards } from './write-cards.ts'

/** What stands beside `data`. */
interface PageRest {
  readonly nextCursor: string | null
  readonly total?: number
}

/**
 * A page of one collection's tokens, put together of cards.
 * @param marketplace the list is of what is listed there: each token shows its listing there, not its cheapest one.
 */
export async function tokenPage(
  context: ApiContext,
  rows: readonly CardRow[],
  collection: CollectionFacts,
  rest: PageRest,
  marketplace?: string,
): Promise<PreparedJson> {
  const cards = await writeCards(context, rows, collection)
  const data = marketplace === undefined ? cards : await showListingsAt(context, cards, marketplace)
  const items = data.length === 0 ? '' : `{${data.join('},{')}}`
  return new PreparedJson(`{"data":[${items}],${JSON.stringify(rest).slice(1)}`)
}

/** As {@link tokenPage}, of tokens of the collection that are known by id. */
export async function tokenPageOf(
  context: ApiContext,
  collectionId: string,
  ids: readonly string[],
  rest: PageRest,
  marketplace?: string,
): Promise<PreparedJson> {
  const [page, collection] = await Promise.all([
    readTokensById(context.store.steady, ids),
    context.facts.of(collectionId),
  ])
  return tokenPage(context, page.cards, collection, rest, marketplace)
}

/** Cards, as members of JSON objects, with the cheapest listing at one marketplace in place of the cheapest of all. */
async function showListingsAt(
  { store }: ApiContext,
  cards: readonly string[],
  marketplace: string,
): Promise<readonly string[]> {
  const tokens = cards.map((members) => JSON.parse(`{${members}}`) as Token)
  const listings = await readCheapestListings(store.steady, {
    ...{ tokenDataIds: tokens.map(({ tokenDataId }) => tokenDataId), marketplaces: [marketplace] },
    ...{ notSeller: null, maxOctas: null },
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
