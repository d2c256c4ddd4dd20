import { WINDOWS } from '@opal/contract/constants/windows'
import { expect, it } from 'vitest'
import { parseRewardsView, REWARDS_TABS, rewardsSearch } from './rewards-view.ts'

// @feature rewards.leaderboard
it('restores every view from its address', () => {
  for (const tab of REWARDS_TABS)
    for (const interval of WINDOWS)
      expect(parseRewardsView(rewardsSearch({ tab, interval }))).toEqual({ tab, interval })
})

it('reads unknown values as the leaderboard of the whole season', () => {
  expect(parseRewardsView(new URLSearchParams('tab=riches&interval=2y'))).toEqual({
    tab: 'leaderboard',
    interval: 'all',
  })
  expect(rewardsSearch({ tab: 'leaderboard', interval: 'all' }).toString()).toBe('')
})
