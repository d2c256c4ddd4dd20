import { listListedTokens } from '@opal/contract/endpoints/list-listed-tokens'
import { findCollectionTokens } from '@opal/store/read/find-collection-tokens'
import * as z from 'zod'
import { cutPage, pageStart } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { tokenPage } from '../../kept/token-page.ts'
import { findCollection } from '../../load/find-collection.ts'

const place = z.tuple([z.string().regex(/^\d{1,40}$/), z.string().regex(/^0x[0-9a-f]{64}$/)])

export const listListedTokensRoute = defineRoute(listListedTokens, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.slug)
  const { after, offset } = pageStart(query, place)
  const found = await findCollectionTokens(context.store, {
    filter: { collectionId, listed: true },
    order: 'price_asc',
    take: query.take + 1,
    ...(after && { after: { phase: 'listed', value: after[0], tokenDataId: after[1] } }),
    ...(offset !== undefined && { offset }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [row.value, row.tokenDataId])
  return tokenPage(
    context,
    rows.map((row) => row.tokenDataId),
    { nextCursor },
  )
})
