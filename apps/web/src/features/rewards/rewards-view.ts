import { type TimeWindow, WINDOWS } from '@opal/contract/constants/windows'

/** Tabs of the airdrop page, as its address names them. */
export const REWARDS_TABS = ['leaderboard', 'ledger', 'formula'] as const
export type RewardsTab = (typeof REWARDS_TABS)[number]

/** The view of the airdrop page, all in the address. */
export interface RewardsView {
  readonly tab: RewardsTab
  readonly interval: TimeWindow
}

/** Reads the address; anything it does not know reads as the default. */
export function parseRewardsView(search: URLSearchParams): RewardsView {
  return {
    tab: REWARDS_TABS.find((tab) => tab === search.get('tab')) ?? 'leaderboard',
    interval: WINDOWS.find((interval) => interval === search.get('interval')) ?? 'all',
  }
}

/** Returns the address of a view, without what is the default anyway. */
export function rewardsSearch({ tab, interval }: RewardsView): URLSearchParams {
  return new URLSearchParams({
    ...(tab !== 'leaderboard' && { tab }),
    ...(interval !== 'all' && { interval }),
  })
}
