import { listReservedListings } from '@opal/contract/portfolio/reserved-listings'
import { readReservedListings } from '@opal/store/queries/orders/reserved-listings'
import * as z from 'zod'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { loadTokens } from '../tokens/load-tokens.ts'
import { presentListing } from '../tokens/present-token.ts'

/** Price, marketplace and id of a listing. */
const reservedCursor = z.tuple([cursorParts.numeric, z.string().max(40), z.string().max(200)])

export const listReservedListingsRoute = defineRoute(listReservedListings, async (context, { params, query }) => {
  const { after, offset } = pageStart(query, reservedCursor)
  const found = await readReservedListings(context.store, params.wallet, {
    take: query.take + 1,
    ...(after && { after: { priceOctas: BigInt(after[0]), marketplace: after[1], listingId: after[2] } }),
    ...(offset !== undefined && { offset }),
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    String(row.priceOctas),
    row.marketplace,
    row.listingId,
  ])
  const ids = [...new Set(rows.map(({ tokenDataId }) => tokenDataId))]
  const tokens = new Map((await loadTokens(context, ids, params.wallet)).map((token) => [token.tokenDataId, token]))
  return {
    data: rows.flatMap((row) => {
      const token = tokens.get(row.tokenDataId)
      return token === undefined ? [] : [{ token, listing: presentListing(row) }]
    }),
    nextCursor,
  }
})
