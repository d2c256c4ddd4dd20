import { listUserTokens } from '@opal/contract/endpoints/list-user-tokens'
import { countHeldTokens, findHeldTokens } from '@opal/store/read/find-held-tokens'
import * as z from 'zod'
import { cutPage, pageStart } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { loadTokens } from '../../load/load-tokens.ts'

const place = z.tuple([z.string().max(66), z.string().max(66), z.string().regex(/^\d{1,20}$/)])

export const listUserTokensRoute = defineRoute(listUserTokens, async (context, { params, query }) => {
  const filter = {
    holder: params.wallet,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
    ...(query.type !== 'all' && { listed: query.type === 'listed' }),
  }
  const { after, offset } = pageStart(query, place)
  const [found, total] = await Promise.all([
    findHeldTokens(context.store, filter, {
      take: query.take + 1,
      ...(after && { after: { collectionId: after[0], tokenDataId: after[1], propertyVersion: BigInt(after[2]) } }),
      ...(offset !== undefined && { offset }),
    }),
    countHeldTokens(context.store, filter),
  ])
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    row.collectionId,
    row.tokenDataId,
    String(row.propertyVersion),
  ])
  const ids = [...new Set(rows.map((row) => row.tokenDataId))]
  return { data: await loadTokens(context, ids), nextCursor, total }
})
