import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { rewardsEntry, rewardsInterval } from '../shapes/rewards.ts'
import { addressInput, noBody, queryInteger } from '../shapes/scalars.ts'

/** What a wallet earned its points for, newest first. @source design decisions, "Rewards, season 1" */
export const listUserRewards = defineEndpoint({
  id: 'list-user-rewards',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/rewards/:walletAddress/ledger',
  summary: "A wallet's ledger of points",
  tag: 'Rewards',
  params: z.strictObject({ walletAddress: addressInput }),
  query: z.strictObject({
    interval: rewardsInterval.default('all'),
    take: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
  }),
  body: noBody,
  response: pageOf(rewardsEntry),
  errors: ['invalid-cursor'],
  example: { params: { walletAddress: EXAMPLE.owner } },
})
