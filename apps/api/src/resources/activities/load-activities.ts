import { ACTIVITY_KINDS, type Activity } from '@opal/contract/activities'
import { type ActivityQuery, readActivities } from '@opal/store/queries/activity/activities'
import { type ActivityWalkQuery, readActivityWalk } from '@opal/store/queries/activity/activity-walk'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { cutPage, pageStart } from '../../http/pagination.ts'
import { PreparedJson } from '../../http/route.ts'
import { contractAddresses } from '../names/wallet-names.ts'
import { activitySerializer, presentActivity } from './present-activity.ts'

const activityCursor = z.tuple([
  z.string().regex(/^\d{1,19}$/),
  z.number().int().min(-2_147_483_648).max(2_147_483_647),
])

/** Loads a page of activities, newest first. @param whenNone called before an empty page is returned. */
export async function loadActivities(
  context: ApiContext,
  page: { page: number; take: number; cursor?: string | undefined },
  filter: Omit<ActivityQuery, 'take' | 'offset' | 'after'>,
  whenNone: () => Promise<void> = async () => undefined,
): Promise<PreparedJson> {
  const { after, offset } = pageStart(page, activityCursor)
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

/**
 * A page of all that a collection, or a token, has done, as the contract shows it, newest first. The last row of `query.take` only says
 * whether there are more.
 * @param whenNone called before an empty page is returned.
 */
export async function loadActivityWalk(
  context: Pick<ApiContext, 'store' | 'facts' | 'tokenPreviews' | 'marketplaces' | 'nowMicros'>,
  query: ActivityWalkQuery,
  whenNone: () => Promise<void>,
): Promise<PreparedJson> {
  const {
    rows: found,
    names,
    faceMark,
  } = await readActivityWalk(context.store.preparedPool, query, context.nowMicros())
  if (found.length === 0) await whenNone()
  const { rows, nextCursor } = cutPage(found, query.take - 1, ([version, index]) => [version, Number(index)])
  const collectionId = rows.find((row) => row[4] !== '')?.[4]
  const tokens = new Set(rows.flatMap((row) => row[5] || []))
  const [collection, tokenPreviews] = await Promise.all([
    collectionId === undefined ? null : context.facts.get(collectionId),
    context.tokenPreviews.get(collectionId ?? '', faceMark, tokens),
  ])
  const write = activitySerializer({
    collection,
    tokenPreviews,
    names,
    contracts: contractAddresses(context.marketplaces),
  })
  return new PreparedJson(`{"data":[${rows.map(write).join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`)
}

/** Largest value of PostgreSQL's bigint. */
const MAX_BIGINT = (1n << 63n) - 1n
/** Digits that Unix seconds, and milliseconds, have until the year 5138. */
const [SECONDS_DIGITS, MILLIS_DIGITS] = [11, 14] as const

/**
 * The last microsecond of a moment: a whole second counts to its end.
 * @param text Unix seconds, milliseconds or microseconds, told by their length, or an ISO 8601 time, UTC unless it says
 *   otherwise; the contract lets no other through.
 */
export function timestampMicros(text: string): bigint {
  if (!/^\d+$/.test(text)) return isoMicros(text)
  if (text.length <= SECONDS_DIGITS) return endOf(BigInt(text), 1_000_000n)
  if (text.length <= MILLIS_DIGITS) return endOf(BigInt(text), 1_000n)
  const micros = BigInt(text)
  return micros > MAX_BIGINT ? MAX_BIGINT : micros
}

function endOf(units: bigint, micros: bigint): bigint {
  return (units + 1n) * micros - 1n
}

function isoMicros(text: string): bigint {
  const hasZone = /(Z|[+-]\d{2}:\d{2})$/.test(text) && text.length > 10
  return endOf(BigInt(Date.parse(hasZone || text.length <= 10 ? text : `${text}Z`)), 1_000n)
}
