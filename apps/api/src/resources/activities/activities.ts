import {
  listActivities,
  listAllActivities,
  listCollectionActivities,
  listLastTrades,
  listMyActivities,
  listTokenActivities,
  listUserActivities,
} from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { isAddress } from '@opal/domain/address'
import { ACTIVITY_KINDS, type ActivityKind } from '@opal/domain/live/activity-kinds'
import { DAY_MICROS } from '@opal/domain/time'
import { readLastTrades } from '@opal/store/queries/activity/activities'
import type * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { defineRoute } from '../../http/routes/route.ts'
import { confirmCollection, findCollection } from '../collections/find-collection.ts'
import { contractAddresses } from '../names/wallet-names.ts'
import { type ActivityPage, loadActivities, timestampMicros } from './load-activities.ts'
import { presentActivity } from './present-activity.ts'

const DAYS = { '1d': 1n, '7d': 7n, '30d': 30n } as const

type ActivitiesQuery = z.output<typeof listActivities.query>

export const listActivitiesRoute = defineRoute(listActivities, async (context, { query }) => {
  const collectionIds = await collectionsOf(context, query)
  return loadActivities(context, query, {
    kinds: kindsOf(query),
    ...(collectionIds && { collectionIds }),
    ...(query.tokenDataId !== undefined && { tokenDataId: query.tokenDataId }),
    ...(query.walletAddress !== undefined && { wallet: query.walletAddress }),
    ...(query.marketplace !== null && { marketplace: query.marketplace }),
    ...(query.timestamp !== undefined && { untilMicros: timestampMicros(query.timestamp) }),
    ...(query.interval !== 'all' && { sinceMicros: context.nowMicros() - DAYS[query.interval] * DAY_MICROS }),
  })
})

/** Mints and plain transfers would drown the trades of the activity page. */
function kindsOf({ type: types, pageType }: ActivitiesQuery): readonly ActivityKind[] {
  if (!types.includes('all')) return types.flatMap((type) => KINDS_OF_TYPE[type])
  if (pageType !== 'activity_page') return KINDS_OF_TYPE.all
  return [...KINDS_OF_TYPE.listing, ...KINDS_OF_TYPE.sales, ...KINDS_OF_TYPE.bid]
}

async function collectionsOf(context: ApiContext, query: ActivitiesQuery): Promise<readonly string[] | null> {
  if (query.collectionId !== undefined && query.collectionId.length > 0) return query.collectionId
  return query.collectionSlug === undefined ? null : [await findCollection(context, query.collectionSlug)]
}

export const listAllActivitiesRoute = defineRoute(listAllActivities, async (context, { query }) => {
  const { collection } = query
  const within = collection === undefined ? {} : { collectionIds: [await findCollection(context, collection)] }
  return loadActivities(context, { ...query, take: query.limit }, { kinds: KINDS_OF_TYPE[query.type], ...within })
})

export const listCollectionActivitiesRoute = defineRoute(
  listCollectionActivities,
  async (context, { params, query }) => {
    // An id needs no look-up: activities that are found prove that the collection exists, and without any it is confirmed.
    const id = isAddress(params.collectionId) ? params.collectionId : await findCollection(context, params.collectionId)
    const filter = { kinds: ACTIVITY_KINDS, collectionIds: [id] }
    return loadActivities(context, { ...query, take: query.limit }, filter, () => confirmCollection(context, id))
  },
)

export const listMyActivitiesRoute = defineRoute(listMyActivities, (context, { query }) =>
  loadWalletActivities(context, query.walletAddress, { ...query, take: query.limit }),
)

export const listTokenActivitiesRoute = defineRoute(listTokenActivities, (context, { params, query }) =>
  loadActivities(context, query, { kinds: ACTIVITY_KINDS, tokenDataId: params.id }),
)

export const listUserActivitiesRoute = defineRoute(listUserActivities, (context, { params, query }) =>
  loadWalletActivities(context, params.wallet, query),
)

export const listLastTradesRoute = defineRoute(listLastTrades, async (context, { body }) => {
  const wallets = [...new Set(body.wallet_address)]
  const rows = await readLastTrades(context.store, wallets, context.nowMicros())
  const contracts = contractAddresses(context.marketplaces)
  const data = wallets.flatMap((walletAddress) => {
    // The rows are the newest first, and one row may be of two wallets that traded with each other.
    const row = rows.find(({ fromAddress, toAddress }) => fromAddress === walletAddress || toAddress === walletAddress)
    return row === undefined ? [] : [{ walletAddress, trade: presentActivity(row, contracts) }]
  })
  return { data }
})

/** A page of what a wallet took part in, newest first. */
function loadWalletActivities(
  context: ApiContext,
  wallet: string,
  query: { page: number; take: number; cursor?: string | undefined; collectionId?: string | undefined },
): Promise<ActivityPage> {
  const { collectionId } = query
  const within = collectionId === undefined ? {} : { collectionIds: [collectionId] }
  return loadActivities(context, query, { kinds: ACTIVITY_KINDS, wallet, ...within })
}
