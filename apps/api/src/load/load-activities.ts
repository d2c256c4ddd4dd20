import { ACTIVITY_KINDS, type Activity } from '@opal/contract/activities'
import { type ActivityQuery, readActivities } from '@opal/store/queries/activity/activities'
import type { ActivityWalkQuery } from '@opal/store/queries/activity/activity-walk'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { cutPage, pageStart } from '../http/page.ts'
import { PreparedJson } from '../http/prepared-json.ts'
import { contractAddresses } from '../present/contract-addresses.ts'
import { presentActivity } from '../present/present-activity.ts'
import { loadActivityWalk } from './load-activity-walk.ts'

const place = z.tuple([z.string().regex(/^\d{1,19}$/), z.number().int().min(-2_147_483_648).max(2_147_483_647)])

/** A page of activities as the contract shows them, newest first. @param whenNone asked before an empty page is answered. */
export async function loadActivities(
  context: ApiContext,
  page: { page: number; take: number; cursor?: string | undefined },
  filter: Omit<ActivityQuery, 'take' | 'offset' | 'after'>,
  whenNone: () => Promise<void> = async () => undefined,
): Promise<PreparedJson> {
  const { after, offset } = pageStart(page, place)
  const { kinds, ...others } = filter
  const query: ActivityQuery = {
    ...others,
    ...(kinds !== undefined && kinds.length < ACTIVITY_KINDS.length && { kinds }),
    take: page.take + 1,
    ...(after && { after: { version: BigInt(after[0]), eventIndex: after[1] } }),
    ...(offset !== undefined && { offset }),
  }
  const walk = walkOf(query)
  if (walk !== null) return loadActivityWalk(context, walk, whenNone)
  const found = await readActivities(context.store, query, context.nowMicros())
  if (found.length === 0) await whenNone()
  const { rows, nextCursor } = cutPage(found, page.take, (row) => [String(row.version), row.eventIndex])
  const contracts = contractAddresses(context.marketplaces)
  const data: Activity[] = rows.map((row) => presentActivity(row, contracts))
  return new PreparedJson(JSON.stringify({ data, nextCursor }))
}

/** All that a token, or a collection, has done; null for anything else. */
function walkOf({ take, offset, after, ...asked }: ActivityQuery): ActivityWalkQuery | null {
  const { collectionIds, tokenDataId, ...narrowing } = asked
  const page = { take, ...(offset !== undefined && { offset }), ...(after && { after }) }
  if (Object.values(narrowing).some((value) => value !== undefined)) return null
  if (tokenDataId !== undefined)
    return collectionIds === undefined ? { ...page, of: 'token_data_id', id: tokenDataId } : null
  const [only, ...others] = collectionIds ?? []
  return only === undefined || others.length > 0 ? null : { ...page, of: 'collection_id', id: only }
}
