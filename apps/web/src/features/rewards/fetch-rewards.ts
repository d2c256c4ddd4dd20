import type { ApiClient } from '@opal/contract/client'
import type { TimeWindow } from '@opal/contract/constants/windows'
import {
  getUserRewards,
  type LeaderboardRow,
  listLeaderboard,
  listUserRewards,
  type UserRewards,
} from '@opal/contract/rewards'
import { LEADERS_PER_PAGE, type LedgerPage } from './rewards-query.ts'

/** Fetches a wallet's points of a time. @throws ApiError */
export function fetchRewards(
  api: ApiClient,
  walletAddress: string,
  interval: TimeWindow,
  signal: AbortSignal,
): Promise<UserRewards> {
  return api(getUserRewards, { params: { walletAddress }, query: { interval } }, { signal })
}

/** @param page 1 for the first. */
export async function fetchLeaders(
  api: ApiClient,
  interval: TimeWindow,
  page: number,
  signal: AbortSignal,
): Promise<readonly LeaderboardRow[]> {
  const { data } = await api(listLeaderboard, { query: { interval, take: LEADERS_PER_PAGE, page } }, { signal })
  return data
}

/** Fetches a page of what a wallet got its points for. @throws ApiError */
export function fetchLedger(
  api: ApiClient,
  walletAddress: string,
  interval: TimeWindow,
  cursor: string | null,
  signal: AbortSignal,
): Promise<LedgerPage> {
  const query = { interval, ...(cursor !== null && { cursor }) }
  return api(listUserRewards, { params: { walletAddress }, query }, { signal })
}
