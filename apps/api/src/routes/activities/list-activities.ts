import { type ActivityKind, KINDS_OF_TYPE, listActivities } from '@opal/contract/activities'
import { DAY_MICROS } from '@opal/domain/time'
import type * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { loadActivities } from '../../load/load-activities.ts'
import { momentMicros } from './moment-micros.ts'

const DAYS = { '1d': 1n, '7d': 7n, '30d': 30n } as const

type Query = z.output<typeof listActivities.query>

export const listActivitiesRoute = defineRoute(listActivities, async (context, { query }) => {
  const collectionIds = await collectionsOf(context, query)
  return loadActivities(context, query, {
    kinds: kindsOf(query),
    ...(collectionIds && { collectionIds }),
    ...(query.tokenDataId !== undefined && { tokenDataId: query.tokenDataId }),
    ...(query.walletAddress !== undefined && { wallet: query.walletAddress }),
    ...(query.marketplace !== 'all' && { marketplace: query.marketplace }),
    ...(query.timestamp !== undefined && { untilMicros: momentMicros(query.timestamp) }),
    ...(query.interval !== 'all' && { sinceMicros: context.nowMicros() - DAYS[query.interval] * DAY_MICROS }),
  })
})

/** Mints and plain transfers would drown the trades of the activity page. */
function kindsOf({ type: types, pageType }: Query): readonly ActivityKind[] {
  if (!types.includes('all')) return [...new Set(types)].flatMap((type) => KINDS_OF_TYPE[type])
  if (pageType !== 'activity_page') return KINDS_OF_TYPE.all
  return [...KINDS_OF_TYPE.listing, ...KINDS_OF_TYPE.sales, ...KINDS_OF_TYPE.bid]
}

async function collectionsOf(context: ApiContext, query: Query): Promise<readonly string[] | null> {
  if (query.collectionId !== undefined && query.collectionId.length > 0) return query.collectionId
  return query.collectionSlug === undefined ? null : [await findCollection(context, query.collectionSlug)]
}
