import { listActivities } from '@opal/contract/activities'
import type { ApiClient } from '@opal/contract/client'
import type { ActivityPage, ActivityScope, ActivityView } from './activity-query.ts'

/** @source docs/product/portfolio-and-pnl.md#page-sizes */
const PAGE_SIZE = 50

/** Fetches a page of activity, newest first, in loaders and in the browser. @throws ApiError */
export function fetchActivity(
  api: ApiClient,
  scope: ActivityScope,
  view: ActivityView,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ActivityPage> {
  const { types, ...others } = view
  const query = {
    ...scope,
    ...others,
    type: types.length === 0 ? ('all' as const) : [...types],
    take: PAGE_SIZE,
    pageType: Object.keys(scope).length === 0 ? ('activity_page' as const) : ('none' as const),
    ...(cursor !== null && { cursor }),
  }
  return api(listActivities, { query }, signal === undefined ? {} : { signal })
}
