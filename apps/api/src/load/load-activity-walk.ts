import { type ActivityWalkQuery, readActivityWalk } from '@opal/store/queries/activity/activity-walk'
import type { ApiContext } from '../context.ts'
import { cutPage } from '../http/page.ts'
import { PreparedJson } from '../http/prepared-json.ts'
import { contractAddresses } from '../present/contract-addresses.ts'
import { activityWriter } from '../present/write-activities.ts'

/**
 * A page of all that a collection, or a token, has done, as the contract shows it, newest first. The last row of `query.take` only says
 * whether there are more.
 * @param whenNone asked before an empty page is answered.
 */
export async function loadActivityWalk(
  context: Pick<ApiContext, 'store' | 'facts' | 'faces' | 'marketplaces' | 'nowMicros'>,
  query: ActivityWalkQuery,
  whenNone: () => Promise<void>,
): Promise<PreparedJson> {
  const { rows: found, names, faceMark } = await readActivityWalk(context.store.steady, query, context.nowMicros())
  if (found.length === 0) await whenNone()
  const { rows, nextCursor } = cutPage(found, query.take - 1, ([version, index]) => [version, Number(index)])
  const collectionId = rows.find((row) => row[4] !== '')?.[4]
  const tokens = new Set(rows.flatMap((row) => row[5] || []))
  const [collection, faces] = await Promise.all([
    collectionId === undefined ? null : context.facts.of(collectionId),
    context.faces.of(collectionId ?? '', faceMark, tokens),
  ])
  const write = activityWriter({
    collection,
    faces,
    names,
    contracts: contractAddresses(context.marketplaces),
  })
  return new PreparedJson(`{"data":[${rows.map(write).join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`)
}
