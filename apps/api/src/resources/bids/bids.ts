import {
  getCollectionLockedValue,
  getFillHistory,
  getUserLockedValue,
  listBidsOfCollection,
  listCollectionBids,
  listMyBids,
  listSetBidLevels,
  listUserBids,
} from '@opal/contract/bids'
import {
  getCollectionTopBid,
  getTokenTopBid,
  getTopBidOfCollection,
  listCollectionTopBids,
  listSetBids,
  listSetBidsOnToken,
  listTokenTopBids,
} from '@opal/contract/bids/top-bids'
import { toSeconds } from '@opal/domain/time'
import { readLockedOctas } from '@opal/store/queries/orders/bid-book'
import { TwoWalletsError } from '../../errors.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { defineTradeRoute } from '../../trading/plan/with-commissions.ts'
import { toText } from '../../wire-values.ts'
import { findCollection } from '../collections/find-collection.ts'
import { loadBidLevels, loadTokenTopBids, loadTopBids, loadUserBids } from './load-bids.ts'
import { loadFillHistory, loadSetBidLevels, loadSetBids, loadSetBidsOnToken } from './load-set-bids.ts'
import { presentTokenTopBid } from './present-bids.ts'

export const listCollectionBidsRoute = defineRoute(listCollectionBids, (context, { params, query }) =>
  loadBidLevels(context, params.slug, query),
)

export const listBidsOfCollectionRoute = defineRoute(listBidsOfCollection, (context, { params, query }) =>
  loadBidLevels(context, params.id, query),
)

export const getCollectionTopBidRoute = defineRoute(getCollectionTopBid, async (context, { params, query }) => {
  const [best] = await loadTopBids(context, params.collectionId, { ...query, take: 1 })
  return best ?? null
})

export const getTopBidOfCollectionRoute = defineRoute(getTopBidOfCollection, async (context, { params, query }) => {
  const [best] = await loadTopBids(context, params.id, { ...query, take: 1 })
  return best ?? null
})

export const listCollectionTopBidsRoute = defineRoute(listCollectionTopBids, async (context, { params, query }) => ({
  data: await loadTopBids(context, params.collectionId, query),
}))

export const listSetBidsRoute = defineRoute(listSetBids, async (context, { params, query }) => ({
  data: await loadSetBids(context, params.collectionId, query.take),
}))

export const listSetBidLevelsRoute = defineRoute(listSetBidLevels, (context, { params, query }) =>
  loadSetBidLevels(context, params.collectionId, query),
)

export const getFillHistoryRoute = defineRoute(getFillHistory, (context, { params, query }) =>
  loadFillHistory(context, params.collectionId, query),
)

export const listSetBidsOnTokenRoute = defineRoute(listSetBidsOnToken, async (context, { params }) => ({
  data: await loadSetBidsOnToken(context, params.tokenDataId),
}))

export const getTokenTopBidRoute = defineRoute(getTokenTopBid, async (context, { params, query }) => {
  const [best] = await loadTokenTopBids(context, [params.tokenDataId], query.walletAddress)
  return best ?? presentTokenTopBid(params.tokenDataId, undefined)
})

export const listTokenTopBidsRoute = defineRoute(listTokenTopBids, async (context, { body, query }) => ({
  data: await loadTokenTopBids(context, body, query.walletAddress),
}))

export const listUserBidsRoute = defineTradeRoute(listUserBids, async (context, { params, query }) => {
  const { wallet } = params
  if (query.walletAddress !== undefined && query.walletAddress !== wallet) throw new TwoWalletsError()
  return loadUserBids(context, wallet, query)
})

export const listMyBidsRoute = defineTradeRoute(listMyBids, (context, { query }) =>
  loadUserBids(context, query.walletAddress, { ...query, take: query.limit }),
)

export const getCollectionLockedValueRoute = defineRoute(getCollectionLockedValue, async (context, { params }) => {
  const collectionId = await findCollection(context, params.collectionId)
  const live = { collectionId, liveAtSeconds: toSeconds(context.nowMicros()) }
  return { totalValueLocked: toText(await readLockedOctas(context.store, live)) }
})

export const getUserLockedValueRoute = defineRoute(getUserLockedValue, async (context, { params, query }) => {
  const live = {
    buyer: params.wallet,
    liveAtSeconds: toSeconds(context.nowMicros()),
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
  }
  return { totalValueLocked: toText(await readLockedOctas(context.store, live)) }
})
