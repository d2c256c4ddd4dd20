import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { leaderboardRow } from '../shapes/rewards.ts'
import { noBody, nothing } from '../shapes/scalars.ts'

/** The first hundred of the whole season. @source spec 000, section 7 "GET /leadersboard" */
export const listLeaders = defineEndpoint({
  id: 'list-leaders',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/leadersboard',
  summary: 'The leaders of the season',
  tag: 'Rewards',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.object({ data: z.array(leaderboardRow) }),
  errors: [],
  example: {},
})
