import { listTokenListings } from '@opal/contract/listings'
import { readListingsOfToken } from '@opal/store/queries/orders/listings'
import * as z from 'zod'
import { decodeCursor } from '../../http/cursor.ts'
import { cutPage } from '../../http/page.ts'
import { defineRoute } from '../../http/route.ts'
import { presentListing } from '../../present/present-orders.ts'

const place = z.tuple([z.string().regex(/^\d{1,40}$/), z.string().max(40), z.string().max(200)])

export const listTokenListingsRoute = defineRoute(listTokenListings, async ({ store }, { params, query }) => {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, place)
  const found = await readListingsOfToken(store, params.tokenDataId, {
    take: query.take + 1,
    ...(after !== null && { after: { priceOctas: BigInt(after[0]), marketplace: after[1], listingId: after[2] } }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    String(row.priceOctas),
    row.marketplace,
    row.listingId,
  ])
  return { data: rows.map(presentListing), nextCursor }
})
