import type { ApiClient } from '@opal/contract/client'
import { listActivities } from '@opal/contract/endpoints/list-activities'
import type { Activity, ActivityType } from '@opal/contract/shapes/activity'
import { STALE } from '../../lib/query-client.ts'

/** Whose activity: everybody's, a collection's, a token's or a wallet's. */
export interface ActivityScope {
  readonly collectionId?: string
  readonly tokenDataId?: string
  readonly walletAddress?: string
}

export interface ActivityView {
  readonly type: ActivityType
  readonly marketplace: string
}

export interface ActivityPage {
  readonly data: readonly Activity[]
  readonly nextCursor: string | null
}

/** @source spec, section 9 "Page sizes: activity 50" */
const PAGE_SIZE = 50
export const ACTIVITY_KEY = 'activity'

/** A page of activity, newest first, for the server's loader and the browser alike. */
export function fetchActivity(
  api: ApiClient,
  scope: ActivityScope,
  view: ActivityView,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ActivityPage> {
  const query = {
    ...scope,
    ...view,
    take: PAGE_SIZE,
    pageType: Object.keys(scope).length === 0 ? ('activity_page' as const) : ('none' as const),
    ...(cursor !== null && { cursor }),
  }
  return api(listActivities, { query }, signal === undefined ? {} : { signal })
}

export function activityQuery(api: ApiClient, scope: ActivityScope, view: ActivityView) {
  return {
    queryKey: [ACTIVITY_KEY, scope, view] as const,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      fetchActivity(api, scope, view, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ActivityPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}
