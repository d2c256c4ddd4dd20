import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { leaderboardRow, rewardsInterval } from '../shapes/rewards.ts'
import { noBody, nothing, queryInteger } from '../shapes/scalars.ts'

/** The season's ranking, best first. @source spec 001, section 7 "Rewards and loyalty" */
export const listRewards = defineEndpoint({
  id: 'list-rewards',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/utility/all-rewards',
  summary: 'Leaderboard',
  tag: 'Rewards',
  params: nothing,
  query: z.strictObject({
    interval: rewardsInterval.default('all'),
    take: queryInteger(1, 100, 50),
    page: queryInteger(1, 100, 1),
  }),
  body: noBody,
  response: z.object({ data: z.array(leaderboardRow) }),
  errors: [],
  example: { query: { interval: '7d', take: 50, page: 1 } },
})
