import { ACTIVITY_KINDS, type Activity } from '@opal/contract/shapes/activity'
import { type ActivityQuery, readActivities } from '@opal/store/read/read-activities'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { cutPage, pageStart } from '../http/page.ts'
import { presentActivity } from '../present/present-activity.ts'
import { loadPeople } from './load-people.ts'

const place = z.tuple([z.string().regex(/^\d{1,19}$/), z.number().int().min(-2_147_483_648).max(2_147_483_647)])

/** A page of activities as the contract shows them, newest first. */
export async function loadActivities(
  context: ApiContext,
  page: { page: number; take: number; cursor?: string | undefined },
  filter: Omit<ActivityQuery, 'take' | 'offset' | 'after'>,
): Promise<{ data: Activity[]; nextCursor: string | null }> {
  const { after, offset } = pageStart(page, place)
  const { kinds, ...others } = filter
  const found = await readActivities(context.store, {
    ...others,
    ...(kinds !== undefined && kinds.length < ACTIVITY_KINDS.length && { kinds }),
    take: page.take + 1,
    ...(after && { after: { version: BigInt(after[0]), eventIndex: after[1] } }),
    ...(offset !== undefined && { offset }),
  })
  const { rows, nextCursor } = cutPage(found, page.take, (row) => [String(row.version), row.eventIndex])
  const people = await loadPeople(
    context,
    rows.flatMap((row) => [row.fromAddress, row.toAddress]),
  )
  return { data: rows.map((row) => presentActivity(row, people)), nextCursor }
}
