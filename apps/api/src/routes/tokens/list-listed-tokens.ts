import { listListedTokens } from '@opal/contract/tokens'
import { readTokenPage } from '@opal/store/queries/tokens/token-page'
import * as z from 'zod'
import { cutPage, pageStart } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { tokenPage } from '../../load/token-page.ts'

const place = z.tuple([z.string().regex(/^\d{1,40}$/), z.string().regex(/^0x[0-9a-f]{64}$/)])

export const listListedTokensRoute = defineRoute(listListedTokens, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.slug)
  const { after, offset } = pageStart(query, place)
  const asked = readTokenPage(context.store.steady, {
    filter: { collectionId, listed: true },
    order: 'price_asc',
    take: query.take + 1,
    ...(after && { after: { phase: 'listed', value: after[0], tokenDataId: after[1] } }),
    ...(offset !== undefined && { offset }),
  })
  const [page, collection] = await Promise.all([asked, context.facts.of(collectionId)])
  const { rows, nextCursor } = cutPage(page.cards, query.take, (row) => [row.value, row.tokenDataId])
  return tokenPage(context, rows, collection, { nextCursor })
})
