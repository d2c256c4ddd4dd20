import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { rewardsInterval, userRewards } from '../shapes/rewards.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/** A wallet's points, rank and loyalty. @source spec 001, section 7 "Rewards and loyalty" */
export const getUserRewards = defineEndpoint({
  id: 'get-user-rewards',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/rewards/:walletAddress',
  summary: "A wallet's points",
  tag: 'Rewards',
  params: z.strictObject({ walletAddress: addressInput }),
  query: z.strictObject({ interval: rewardsInterval.default('all') }),
  body: noBody,
  response: userRewards,
  errors: [],
  example: { params: { walletAddress: EXAMPLE.owner } },
})
