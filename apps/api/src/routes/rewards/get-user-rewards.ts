import { getUserRewards } from '@opal/contract/rewards'
import { readLoyalty, readWalletPoints } from '@opal/store/queries/rewards/points'
import { defineRoute } from '../../http/route.ts'
import { presentUserRewards, toPointsInterval } from '../../present/present-rewards.ts'

export const getUserRewardsRoute = defineRoute(getUserRewards, async ({ store, nowMicros }, { params, query }) => {
  const { walletAddress } = params
  const [[row], loyalty] = await Promise.all([
    readWalletPoints(store, [walletAddress], toPointsInterval(query.interval, nowMicros())),
    readLoyalty(store, [walletAddress]),
  ])
  return presentUserRewards(walletAddress, row, loyalty.get(walletAddress) ?? 100)
})
