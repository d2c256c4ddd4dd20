import type { Activity, ActivityType } from '@opal/contract/activities'
import type { ApiClient } from '@opal/contract/client'
import type { Window } from '@opal/contract/sorts'
import { STALE } from '../../app/query-client.ts'

/** Whose activity: everybody's, a collection's, a token's or a wallet's. */
export interface ActivityScope {
  readonly collectionId?: string
  readonly tokenDataId?: string
  readonly walletAddress?: string
}

export interface ActivityView {
  /** Switched on; none for everything. */
  readonly types: readonly Exclude<ActivityType, 'all'>[]
  /** `all`, or one. */
  readonly marketplace: string
  /** How far back the list goes. */
  readonly interval: Window
}

export interface ActivityPage {
  readonly data: readonly Activity[]
  readonly nextCursor: string | null
}

/** First part of the key of every list of activities. */
export const ACTIVITY_KEY = 'activity'

/** What happened in a scope, newest first, page by page. */
export function activityQuery(api: ApiClient, scope: ActivityScope, view: ActivityView) {
  return {
    queryKey: [ACTIVITY_KEY, scope, view] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchActivity } = await import('./fetch-activity.ts')
      return fetchActivity(api, scope, view, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: ActivityPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}
