import { getFloorListing, getTokenListing, listLastSales, listTokenListings } from '@opal/contract/tokens/listings'
import { readLastSales } from '@opal/store/queries/activity/activities'
import {
  readCollectionOfToken,
  readFloorListing,
  readListingsOfToken,
  readOpenListings,
} from '@opal/store/queries/orders/listings'
import { readUsualFloor } from '@opal/store/queries/orders/usual-floor'
import * as z from 'zod'
import { TokenNotFoundError } from '../../errors.ts'
import { cursorParts, cutPage, decodeCursor } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { usualFloorNow } from '../../usual-floor-now.ts'
import { toTextOrNull } from '../../wire-values.ts'
import { findCollection } from '../collections/find-collection.ts'
import { loadTokens } from './load-tokens.ts'
import { presentListing } from './present-token.ts'

export const getFloorListingRoute = defineRoute(getFloorListing, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.id)
  const { store } = context
  const { walletAddress } = query
  const [floor, usualFloor] = await Promise.all([
    readFloorListing(store, collectionId, walletAddress ?? null),
    readUsualFloor(store, collectionId, {
      ...usualFloorNow(context),
      sellers: walletAddress === undefined ? [] : [walletAddress],
    }),
  ])
  const [token] = await loadTokens(context, floor === null ? [] : [floor.tokenDataId])
  return {
    floorPrice: toTextOrNull(floor?.priceOctas ?? null),
    usualFloorPrice: toTextOrNull(usualFloor),
    token: token ?? null,
  }
})

export const getTokenListingRoute = defineRoute(getTokenListing, async ({ store }, { params }) => {
  const [collectionId, listings] = await Promise.all([
    readCollectionOfToken(store, params.tokenDataId),
    readOpenListings(store, [params.tokenDataId]),
  ])
  if (collectionId !== params.collectionId) throw new TokenNotFoundError(params.tokenDataId)
  const cheapest = listings.find((listing) => listing.validity === 'valid')
  return cheapest === undefined ? null : presentListing(cheapest)
})

const listingCursor = z.tuple([cursorParts.numeric, z.string().max(40), z.string().max(200)])

export const listTokenListingsRoute = defineRoute(listTokenListings, async ({ store }, { params, query }) => {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, listingCursor)
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

export const listLastSalesRoute = defineRoute(listLastSales, async ({ store }, { body }) => {
  const sales = new Map((await readLastSales(store, body)).map((sale) => [sale.tokenDataId, sale]))
  return {
    data: body.map((tokenDataId) => ({
      tokenDataId,
      lastSalePrice: toTextOrNull(sales.get(tokenDataId)?.priceOctas ?? null),
      lastSaleAtMicros: toTextOrNull(sales.get(tokenDataId)?.atMicros ?? null),
    })),
  }
})
