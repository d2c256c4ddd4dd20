import type { Activity } from '@opal/contract/activities'
import type { InfiniteData } from '@tanstack/react-query'
import type { ActivityPage } from './activity-query.ts'

/** Puts rows, newest first, before those of a list that was read; rows that it has already are passed over. */
export function addOnTop(
  cached: InfiniteData<ActivityPage> | undefined,
  rows: readonly Activity[],
): InfiniteData<ActivityPage> | undefined {
  const [first, ...rest] = cached?.pages ?? []
  if (cached === undefined || first === undefined) return cached
  const known = new Set(first.data.map(({ id }) => id))
  const added = rows.filter(({ id }) => !known.has(id))
  return added.length === 0 ? cached : { ...cached, pages: [{ ...first, data: [...added, ...first.data] }, ...rest] }
}
