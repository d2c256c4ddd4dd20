import type { Activity } from '@opal/contract/activities'
import { MAX_OFFSET } from '@opal/contract/shapes/scalars'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { type ActivityQuery, readActivities } from '@opal/store/queries/activity/activities'
import {
  type ActivityWalkQuery,
  readActivityWalk,
  type WalkedActivity,
} from '@opal/store/queries/activity/activity-walk'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import * as z from 'zod'
import type { ShownPreview } from '../../cache/token-preview-cache.ts'
import type { ApiContext } from '../../context.ts'
import { PageTooDeepError } from '../../errors.ts'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { MAX_BIGINT } from '../../wire-values.ts'
import { contractAddresses } from '../names/wallet-names.ts'
import { presentActivity } from './present-activity.ts'

const activityCursor = z.tuple([cursorParts.bigint, cursorParts.integer])

/** One page, and the cursor of the next. */
export interface ActivityPage {
  readonly data: Activity[]
  readonly nextCursor: string | null
}

/** Loads a page of activities, newest first. @param whenNone called before an empty page is returned. */
export async function loadActivities(
  context: ApiContext,
  page: { page: number; take: number; cursor?: string | undefined },
  filter: Omit<ActivityQuery, 'take' | 'offset' | 'after'>,
  whenNone: () => Promise<void> = async () => undefined,
): Promise<ActivityPage> {
  const { after, offset } = pageStart(page, activityCursor)
  const { kinds, ...others } = filter
  const query: ActivityQuery = {
    ...others,
    ...(kinds !== undefined && kinds.length < ACTIVITY_KINDS.length && { kinds }),
    take: page.take + 1,
    ...(after && { after: { version: BigInt(after[0]), eventIndex: after[1] } }),
    ...(offset !== undefined && { offset }),
  }
  refuseTooDeep(query)
  const walk = walkOf(query)
  if (walk !== null) return loadActivityWalk(context, walk, whenNone)
  const found = await readActivities(context.store, query, context.nowMicros())
  if (found.length === 0) await whenNone()
  const { rows, nextCursor } = cutPage(found, page.take, (row) => [String(row.version), row.eventIndex])
  const contracts = contractAddresses(context.marketplaces)
  return { data: rows.map((row) => presentActivity(row, contracts)), nextCursor }
}

/** Rows that a page by its number reads at most: of each collection and kind as many as the page may need, from the newest on. */
const MAX_READ = MAX_OFFSET * ACTIVITY_KINDS.length

/** @throws PageTooDeepError where a page by its number would read too many rows of many collections; a cursor has no such limit. */
function refuseTooDeep({ collectionIds = [], kinds = [], tokenDataId, wallet, take, offset = 0 }: ActivityQuery): void {
  if (offset === 0 || tokenDataId !== undefined || wallet !== undefined) return
  const sources = Math.max(1, collectionIds.length) * Math.max(1, kinds.length)
  const most = Math.floor(MAX_READ / sources)
  if (offset + take > most) throw new PageTooDeepError(most)
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
 * Loads a page of all that a collection, or a token, has done, newest first. The last row of `query.take` only says whether there are more.
 * @param whenNone called before an empty page is returned.
 */
async function loadActivityWalk(
  context: Pick<ApiContext, 'store' | 'facts' | 'tokenPreviews' | 'marketplaces' | 'nowMicros'>,
  query: ActivityWalkQuery,
  whenNone: () => Promise<void>,
): Promise<ActivityPage> {
  const walk = await readActivityWalk(context.store.preparedPool, query, context.nowMicros())
  if (walk.rows.length === 0) await whenNone()
  const { rows, nextCursor } = cutPage(walk.rows, query.take - 1, (row) => [String(row.version), row.eventIndex])
  const collectionId = rows.find((row) => row.collectionId !== null)?.collectionId ?? null
  const tokens = new Set(rows.flatMap((row) => row.tokenDataId ?? []))
  const [collection, previews] = await Promise.all([
    collectionId === null ? null : context.facts.get(collectionId),
    context.tokenPreviews.get(walk.previewVersion, tokens),
  ])
  const contracts = contractAddresses(context.marketplaces)
  const data = rows.map((row) =>
    presentActivity({ ...row, ...namesOf(row, walk.names), ...shownOf(row, collection, previews) }, contracts),
  )
  return { data, nextCursor }
}

function namesOf({ fromAddress, toAddress }: WalkedActivity, names: ReadonlyMap<string, string>) {
  return { fromName: names.get(fromAddress ?? '') ?? null, toName: names.get(toAddress ?? '') ?? null }
}

/** Returns what a list shows of the token and of its collection; the collection's image for a token without one, and for all of the collection. */
function shownOf(
  { collectionId, tokenDataId }: WalkedActivity,
  collection: CollectionFacts | null,
  previews: ReadonlyMap<string, ShownPreview>,
) {
  const known = collectionId === null ? null : collection
  const preview = tokenDataId === null ? undefined : previews.get(tokenDataId)
  return {
    collectionName: known?.name ?? null,
    tokenStandard: known?.tokenStandard ?? null,
    tokenName: preview?.name ?? null,
    tokenImage: preview?.image ?? known?.image ?? null,
  }
}

/** Digits that Unix seconds, and milliseconds, have until the year 5138. */
const [SECONDS_DIGITS, MILLIS_DIGITS] = [11, 14] as const

/**
 * Returns the last microsecond of a moment: a whole second counts to its end.
 * @param text Unix seconds, milliseconds or microseconds, by their number of digits, or an ISO 8601 time, UTC unless it says
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
