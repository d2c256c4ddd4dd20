import {
  getCollection,
  getCollectionDetails,
  getRoyalty,
  listCollections,
  listFeaturedCollections,
  listPopularCollections,
  parseCollectionSort,
} from '@opal/contract/collections'
import { getMarketTotals } from '@opal/contract/collections/collection-stats'
import { findCollectionBySlug, findCollectionsByName, searchCollections } from '@opal/contract/collections/search'
import { readMarketTotals } from '@opal/store/queries/collections/market-totals'
import { findCollections } from '@opal/store/queries/collections/ranking/find-collections'
import { readRoyalties } from '@opal/store/queries/collections/read-collections'
import { ownWallet } from '../../auth/caller.ts'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { loadTokenStats } from '../tokens/load-tokens.ts'
import { findCollection } from './find-collection.ts'
import { loadCollectionDetail, loadCollections, loadSearch, rankCollections } from './load-collections.ts'
import { presentRoyalty } from './present-collection.ts'

export const listCollectionsRoute = defineRoute(listCollections, async (context, { query }, caller) =>
  rankCollections(context, query, parseCollectionSort(query), {
    wallet: await ownWallet(caller, query.walletAddress),
    isWashOut: query.wash === 'exclude',
    tradedOnly: query.traded === 'true',
    window: query.window,
  }),
)

export const listPopularCollectionsRoute = defineRoute(listPopularCollections, async (context, { query }, caller) =>
  rankCollections(context, query, parseCollectionSort(query), {
    wallet: await ownWallet(caller, query.walletAddress),
    isWashOut: query.wash === 'exclude',
    ...(query.search && { search: query.search }),
  }),
)

export const getMarketTotalsRoute = defineRoute(getMarketTotals, async (context) => {
  const totals = await readMarketTotals(context.store, context.nowMicros())
  return {
    collectionCount: Number(totals.collections),
    listedCount: Number(totals.listed),
    oneDayVolume: totals.day_octas.toString(),
    oneDaySales: Number(totals.day_sales),
  }
})

const MAX_FEATURED = 12
/** Shown where the operator has chosen none. */
const UNCHOSEN = 6

/** The operator's choice; until there is one, the most traded of the week. */
export const listFeaturedCollectionsRoute = defineRoute(listFeaturedCollections, async (context) => {
  const ranking = { ranking: 'SEVEN_D_VOLUME', descending: true, nowMicros: context.nowMicros() } as const
  const chosen = await findCollections(context.store, { ...ranking, featuredOnly: true, take: MAX_FEATURED })
  const shown = chosen.length > 0 ? chosen : await findCollections(context.store, { ...ranking, take: UNCHOSEN })
  const ids = shown.map((row) => row.collectionId)
  return { data: await loadCollections(context, ids, { wallet: null }) }
})

export const searchCollectionsRoute = defineRoute(searchCollections, async (context, { params, query }, caller) => {
  const wallet = await ownWallet(caller, query.walletAddress)
  const named = await findByIdOrSlug(context, params.text)
  if (named !== null) return { data: await loadCollections(context, [named], { wallet }), nextCursor: null }
  return loadSearch(context, params.text, query, wallet)
})

async function findByIdOrSlug(context: ApiContext, text: string): Promise<string | null> {
  try {
    return await findCollection(context, text)
  } catch (error) {
    if (error instanceof CollectionNotFoundError) return null
    throw error
  }
}

export const findCollectionsByNameRoute = defineRoute(findCollectionsByName, (context, { body }) =>
  body.name === ''
    ? rankCollections(context, pageOf(body), { key: 'ALL_TIME_VOLUME', order: 'DESC' }, { wallet: null })
    : loadSearch(context, body.name, pageOf(body), null),
)

function pageOf({ page, limit }: { readonly page: number; readonly limit: number }) {
  return { page, take: limit }
}

export const getCollectionRoute = defineRoute(getCollection, async (context, { params, query }, caller) =>
  loadCollectionDetail(context, params.id, {
    wallet: await ownWallet(caller, query.walletAddress),
    isWashOut: query.wash === 'exclude',
    window: query.window,
  }),
)

export const findCollectionBySlugRoute = defineRoute(findCollectionBySlug, async (context, { body }) => ({
  data: await loadCollectionDetail(context, body.slug, { wallet: null }),
}))

export const getCollectionDetailsRoute = defineRoute(getCollectionDetails, async (context, { query }) => {
  const collection = await loadCollectionDetail(context, query.collection_id, { wallet: null })
  const token =
    query.token_data_id === undefined
      ? null
      : await loadTokenStats(context, collection.collectionId, query.token_data_id)
  return { collection, token }
})

export const getRoyaltyRoute = defineRoute(getRoyalty, async (context, { params }) => {
  const id = await findCollection(context, params.collection_id)
  const row = (await readRoyalties(context.store, [id])).get(id)
  if (row === undefined) return { royalty: 0, payee: null }
  const { royaltyBps, royaltyPayee } = presentRoyalty(row)
  return { royalty: royaltyBps / 100, payee: royaltyPayee }
})
