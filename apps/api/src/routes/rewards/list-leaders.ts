import { listLeaders } from '@opal/contract/rewards'
import { defineRoute } from '../../http/route.ts'
import { loadLeaderboard } from '../../load/load-leaderboard.ts'

export const listLeadersRoute = defineRoute(listLeaders, async (context) => ({
  data: await loadLeaderboard(context, 'all', { take: 100 }),
}))
