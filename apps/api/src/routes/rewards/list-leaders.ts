import { listLeaders } from '@opal/contract/endpoints/list-leaders'
import { readLeaderboard } from '@opal/store/read/read-leaderboard'
import { defineRoute } from '../../http/route.ts'
import { presentLeader, toPointsInterval } from '../../present/present-rewards.ts'

export const listLeadersRoute = defineRoute(listLeaders, async ({ store, nowMicros }) => {
  const rows = await readLeaderboard(store, toPointsInterval('all', nowMicros()), { take: 100 })
  return { data: rows.map(presentLeader) }
})
