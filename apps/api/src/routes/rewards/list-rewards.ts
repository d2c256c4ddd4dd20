import { listRewards } from '@opal/contract/rewards'
import { defineRoute } from '../../http/route.ts'
import { loadLeaderboard } from '../../load/load-leaderboard.ts'

export const listRewardsRoute = defineRoute(listRewards, async (context, { query }) => ({
  data: await loadLeaderboard(context, query.interval, { take: query.take, offset: (query.page - 1) * query.take }),
}))
