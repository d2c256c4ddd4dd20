import { listRewards } from '@opal/contract/endpoints/list-rewards'
import { readLeaderboard } from '@opal/store/read/read-leaderboard'
import { defineRoute } from '../../http/route.ts'
import { presentLeader, toPointsInterval } from '../../present/present-rewards.ts'

export const listRewardsRoute = defineRoute(listRewards, async ({ store, nowMicros }, { query }) => {
  const page = { take: query.take, offset: (query.page - 1) * query.take }
  const rows = await readLeaderboard(store, toPointsInterval(query.interval, nowMicros()), page)
  return { data: rows.map(presentLeader) }
})
