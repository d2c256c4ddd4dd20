import { countUserListings, listMyTokens, listUserTokens } from '@opal/contract/portfolio'
import {
  listMyCollections,
  listMyListedCollections,
  listUserCollectionDetails,
  listUserCollections,
  type PortfolioCollection,
  searchMyCollections,
} from '@opal/contract/portfolio/collections'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import {
  findListedCollectionIds,
  findPortfolioCollections,
  type PortfolioCollectionFilter,
  type PortfolioCollectionRow,
} from '@opal/store/queries/portfolio/portfolio-collections'
import type { SpamChoice } from '@opal/store/queries/portfolio/spam'
import { readListedCounts } from '@opal/store/queries/rewards/loyalty'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { toText, toTextOrNull } from '../../wire-values.ts'
import { loadHeldTokens } from './load-held-tokens.ts'

export const listUserTokensRoute = defineRoute(listUserTokens, async (context, { params, query }) => {
  const isListed = query.type === 'all' ? undefined : query.type === 'listed'
  // Unlisted tokens are on no marketplace.
  if (isListed === false && query.marketplace !== undefined) return { data: [], nextCursor: null, total: 0 }
  const filter = {
    holder: params.wallet,
    spam: query.spam,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
    // The filter by marketplace implies it.
    ...(isListed !== undefined && query.marketplace === undefined && { listed: isListed }),
    ...(query.marketplace !== undefined && { marketplaces: query.marketplace }),
    ...(query.tokenDataId !== undefined && { tokenDataIds: query.tokenDataId }),
    ...(query.propertyVersion !== undefined && { propertyVersion: BigInt(query.propertyVersion) }),
  }
  return loadHeldTokens(context, filter, query)
})

export const listMyTokensRoute = defineRoute(listMyTokens, (context, { query }) => {
  const filter = {
    holder: query.walletAddress,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
    ...listedOf(query),
  }
  return loadHeldTokens(context, filter, { ...query, take: query.limit })
})

function listedOf({ type, nftType }: z.output<typeof listMyTokens.query>): { listed?: boolean } {
  if (type !== undefined) return { listed: type === 'listed' }
  return nftType === 'ALL' ? {} : { listed: nftType === 'LISTED' }
}

export const listUserCollectionsRoute = defineRoute(listUserCollections, (context, { params, query }) =>
  loadPortfolioCollections(context, params.wallet, query),
)

export const listMyCollectionsRoute = defineRoute(listMyCollections, (context, { body }) =>
  loadPortfolioCollections(context, body.walletAddress, { ...body, take: body.limit }),
)

export const searchMyCollectionsRoute = defineRoute(searchMyCollections, (context, { params, query }) =>
  loadPortfolioCollections(context, query.walletAddress, { ...query, search: params.text }),
)

export const listUserCollectionDetailsRoute = defineRoute(
  listUserCollectionDetails,
  async ({ store }, { params, body }) => {
    const { collectionIds } = body
    const rows = await findPortfolioCollections(
      store,
      { holder: params.wallet, collectionIds },
      { take: collectionIds.length },
    )
    return { data: rows.map(presentPortfolioCollection) }
  },
)

const MAX_COLLECTIONS = 1000

export const listMyListedCollectionsRoute = defineRoute(listMyListedCollections, async ({ store }, { params }) => ({
  data: [...(await findListedCollectionIds(store, params.wallet, MAX_COLLECTIONS))],
}))

export const countUserListingsRoute = defineRoute(countUserListings, async ({ store }, { params }) => {
  const rows = await readListedCounts(store, [params.wallet])
  return { data: rows.map(({ marketplace, listedCount }) => ({ marketplace, listedCount: Number(listedCount) })) }
})

const portfolioCursor = z.tuple([cursorParts.numeric, cursorParts.address])

interface PortfolioQuery {
  readonly page: number
  readonly take: number
  readonly cursor?: string | undefined
  readonly type?: 'listed' | 'none'
  readonly search?: string | undefined
  readonly spam?: SpamChoice
}

/** Loads a page of the collections a wallet holds, most valuable first. */
async function loadPortfolioCollections(
  { store }: ApiContext,
  holder: string,
  query: PortfolioQuery,
): Promise<{ data: PortfolioCollection[]; nextCursor: string | null }> {
  const { after, offset } = pageStart(query, portfolioCursor)
  const filter: PortfolioCollectionFilter = {
    holder,
    listedOnly: query.type === 'listed',
    ...(query.search && { search: query.search }),
    ...(query.spam && { spam: query.spam }),
  }
  const found = await findPortfolioCollections(store, filter, {
    take: query.take + 1,
    ...(after && { after: { valueOctas: BigInt(after[0]), collectionId: after[1] } }),
    ...(offset !== undefined && { offset }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [String(row.valueOctas), row.collectionId])
  return { data: rows.map(presentPortfolioCollection), nextCursor }
}

/** Presents a wallet's holding of one collection. */
function presentPortfolioCollection(row: PortfolioCollectionRow): PortfolioCollection {
  return {
    collectionId: row.collectionId,
    name: row.name,
    image: row.image,
    isVerified: row.isVerified,
    slug: toCollectionSlug(row.name, row.collectionId),
    tokenStandard: row.tokenStandard,
    floorPrice: toTextOrNull(row.floorOctas),
    floorVersion: toTextOrNull(row.floorVersion),
    topBid: toTextOrNull(row.topBidOctas),
    listed: toText(row.listedCount),
    ownFloor: toTextOrNull(row.ownFloorOctas),
    value: toText(row.valueOctas),
    tokenCount: toText(row.tokenCount),
    isSpam: row.isSpam,
  }
}
