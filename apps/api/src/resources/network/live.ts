import { listLiveMessages } from '@opal/contract/live'
import { type ChangesAfter, readChanges } from '@opal/store/queries/activity/changes'
import { defineRoute } from '../../http/routes/route.ts'
import { presentChanges } from '../../realtime/present-change.ts'
import { MAX_BIGINT } from '../../wire-values.ts'

export const listLiveMessagesRoute = defineRoute(listLiveMessages, async (context, { query }) => {
  const after: ChangesAfter =
    query.id !== undefined ? { id: toPlace(query.id) } : { version: toPlace(query.version ?? '0') }
  const found = await readChanges(context.store, after, {
    take: query.take + 1,
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
  })
  const data = await presentChanges(context, found.slice(0, query.take))
  return { data: [...data], hasMore: found.length > query.take }
})

/** Nothing comes after the largest bigint, so a larger number may stand for it. */
function toPlace(text: string): bigint {
  const place = BigInt(text)
  return place > MAX_BIGINT ? MAX_BIGINT : place
}
