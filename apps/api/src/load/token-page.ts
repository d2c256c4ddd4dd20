import type { CardRow } from '@opal/store/read/card-rows'
import type { CollectionFacts } from '@opal/store/read/read-collection-facts'
import { readTokensById } from '@opal/store/read/read-token-page'
import type { ApiContext } from '../context.ts'
import { PreparedJson } from '../http/prepared-json.ts'
import { writeCards } from './write-cards.ts'

/** What stands beside `data`. */
interface PageRest {
  readonly nextCursor: string | null
  readonly total?: number
}

/** A page of one collection's tokens, put together of cards. */
export async function tokenPage(
  context: ApiContext,
  rows: readonly CardRow[],
  collection: CollectionFacts,
  rest: PageRest,
): Promise<PreparedJson> {
  const data = await writeCards(context, rows, collection)
  const items = data.length === 0 ? '' : `{${data.join('},{')}}`
  return new PreparedJson(`{"data":[${items}],${JSON.stringify(rest).slice(1)}`)
}

/** As {@link tokenPage}, of tokens of the collection that are known by id. */
export async function tokenPageOf(
  context: ApiContext,
  collectionId: string,
  ids: readonly string[],
  rest: PageRest,
): Promise<PreparedJson> {
  const [page, collection] = await Promise.all([
    readTokensById(context.store.steady, ids),
    context.facts.of(collectionId),
  ])
  return tokenPage(context, page.cards, collection, rest)
}
