import type { ApiClient } from '@opal/contract/client'
import type { TimeWindow } from '@opal/contract/constants/windows'
import type { LeaderboardRow, RewardsEntry } from '@opal/contract/rewards'
import { REFETCH_WHEN_SHOWN, STALE } from '../../app/loading/query-client.ts'

const REWARDS_KEY = 'rewards'
/** Rows of the leaderboard that one call answers. */
export const LEADERS_PER_PAGE = 50
/** The API counts pages no further. */
const LAST_PAGE = 100

/** One page of a wallet's ledger. */
export interface LedgerPage {
  readonly data: readonly RewardsEntry[]
  readonly nextCursor: string | null
}

/** Returns the query of a wallet's points, rank and loyalty. */
export function rewardsQuery(api: ApiClient, walletAddress: string, interval: TimeWindow) {
  return {
    queryKey: [REWARDS_KEY, 'of', walletAddress, interval] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchRewards } = await import('./fetch-rewards.ts')
      return fetchRewards(api, walletAddress, interval, signal)
    },
    ...REFETCH_WHEN_SHOWN,
    staleTime: STALE.metrics,
  }
}

/** Returns the query of the ranking, page by page. */
export function leadersQuery(api: ApiClient, interval: TimeWindow) {
  return {
    queryKey: [REWARDS_KEY, 'leaders', interval] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
      const { fetchLeaders } = await import('./fetch-rewards.ts')
      return fetchLeaders(api, interval, pageParam, signal)
    },
    initialPageParam: 1,
    getNextPageParam: (rows: readonly LeaderboardRow[], _: unknown, page: number) =>
      rows.length < LEADERS_PER_PAGE || page === LAST_PAGE ? null : page + 1,
    ...REFETCH_WHEN_SHOWN,
    staleTime: STALE.metrics,
  }
}

/** Returns the infinite query of a wallet's points ledger. */
export function ledgerQuery(api: ApiClient, walletAddress: string, interval: TimeWindow) {
  return {
    queryKey: [REWARDS_KEY, 'ledger', walletAddress, interval] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchLedger } = await import('./fetch-rewards.ts')
      return fetchLedger(api, walletAddress, interval, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: LedgerPage) => page.nextCursor,
    staleTime: STALE.metrics,
  }
}
