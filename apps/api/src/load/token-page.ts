import type { CardRow } from '@opal/store/read/card-rows'
import { readTokensOfCollection } from '@opal/store/read/read-token-page'
import type { SharedFacts } from '@opal/store/read/shared-facts-sql'
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
  collection: SharedFacts,
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
  const page = await readTokensOfCollection(context.store.steady, collectionId, ids, context.nowMicros())
  return tokenPage(context, page.cards, page.collection, rest)
}
