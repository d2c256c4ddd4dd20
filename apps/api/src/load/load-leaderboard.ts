import type { LeaderboardRow, RewardsInterval } from '@opal/contract/rewards'
import { readLeaderboard } from '@opal/store/queries/rewards/points'
import type { ApiContext } from '../context.ts'
import { presentLeader, toPointsInterval } from '../present/present-rewards.ts'
import { loadPeople } from './load-people.ts'

/** A page of the season's ranking, best first, with the wallets' names. */
export async function loadLeaderboard(
  context: ApiContext,
  interval: RewardsInterval,
  page: { readonly take: number; readonly offset?: number },
): Promise<LeaderboardRow[]> {
  const rows = await readLeaderboard(context.store, toPointsInterval(interval, context.nowMicros()), page)
  const people = await loadPeople(
    context,
    rows.map(({ wallet }) => wallet),
  )
  return rows.map((row) => presentLeader(row, people))
}
