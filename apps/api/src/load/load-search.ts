import { type SearchPlace, searchCollections } from '@opal/store/queries/collections/search-collections'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { cutPage, pageStart } from '../http/page.ts'
import { PreparedJson } from '../http/prepared-json.ts'
import { loadCollections } from './load-collections.ts'

interface PageQuery {
  readonly page: number
  readonly take: number
  readonly cursor?: string | undefined
}

const place = z.tuple([
  z.enum(['words', 'parts', 'alike']),
  z.string().regex(/^\d{1,40}(\.\d{1,20})?(e-\d{1,3})?$/),
  z.string().regex(/^0x[0-9a-f]{64}$/),
])

/** A page of the collections that a text finds, best known first. */
export async function loadSearch(
  context: ApiContext,
  text: string,
  page: PageQuery,
  wallet: string | null,
): Promise<PreparedJson> {
  const { after, offset = 0 } = pageStart(page, place)
  const found = await searchCollections(context.store, {
    text,
    take: offset + page.take + 1,
    ...(after && { after: toPlace(after) }),
  })
  const { rows, nextCursor } = cutPage(found.slice(offset), page.take, (row) => [
    row.phase,
    row.value,
    row.collectionId,
  ])
  const ids = rows.map((row) => row.collectionId)
  const data =
    wallet === null
      ? await context.collections.of(ids)
      : (await loadCollections(context, ids, { wallet })).map((one) => JSON.stringify(one))
  return new PreparedJson(`{"data":[${data.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`)
}

function toPlace([phase, value, collectionId]: z.output<typeof place>): SearchPlace {
  return { phase, value, collectionId }
}
