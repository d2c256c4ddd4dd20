import type { Activity } from '@opal/contract/activities'
import type { ApiClient } from '@opal/contract/client'
import type { ActivityType } from '@opal/contract/constants/activity-kinds'
import type { TimeWindow } from '@opal/contract/constants/windows'
import { STALE } from '../../app/loading/query-client.ts'

/** Selects the activity of a collection, a token or a wallet; empty for all. */
export interface ActivityScope {
  readonly collectionId?: string
  readonly tokenDataId?: string
  readonly walletAddress?: string
}

export interface ActivityView {
  /** Selected types; empty for all. */
  readonly types: readonly Exclude<ActivityType, 'all'>[]
  /** Id of a marketplace, or `all`. */
  readonly marketplace: string
  /** How far back the list goes. */
  readonly interval: TimeWindow
}

export interface ActivityPage {
  readonly data: readonly Activity[]
  readonly nextCursor: string | null
}

/** First part of the query key of every list of activities. */
export const ACTIVITY_KEY = 'activity'

/** Returns the infinite query of a scope's activity, newest first. */
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
