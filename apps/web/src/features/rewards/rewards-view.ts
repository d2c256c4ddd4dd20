/** Time intervals of the points. */
export const INTERVALS = ['1d', '7d', '30d', 'all'] as const
export type Interval = (typeof INTERVALS)[number]

/** Tabs of the airdrop page, as its address names them. */
export const REWARDS_TABS = ['leaderboard', 'ledger', 'formula'] as const
export type RewardsTab = (typeof REWARDS_TABS)[number]

/** The view of the airdrop page, all in the address. */
export interface RewardsView {
  readonly tab: RewardsTab
  readonly interval: Interval
}

/** Reads the address; anything it does not know reads as the default. */
export function parseRewardsView(search: URLSearchParams): RewardsView {
  return {
    tab: REWARDS_TABS.find((tab) => tab === search.get('tab')) ?? 'leaderboard',
    interval: INTERVALS.find((interval) => interval === search.get('interval')) ?? 'all',
  }
}

/** Returns the address of a view, without what is the default anyway. */
export function rewardsSearch({ tab, interval }: RewardsView): URLSearchParams {
  return new URLSearchParams({
    ...(tab !== 'leaderboard' && { tab }),
    ...(interval !== 'all' && { interval }),
  })
}
