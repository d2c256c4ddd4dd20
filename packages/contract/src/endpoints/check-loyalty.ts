import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { loyaltyPoints } from '../shapes/rewards.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'

/** A wallet's loyalty: 0 while it has anything listed on another marketplace, else 100. @source spec 001, sections 4 "Loyalty" and 7 */
export const checkLoyalty = defineEndpoint({
  id: 'check-loyalty',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/check-loyalty/:walletAddress',
  summary: "A wallet's loyalty",
  tag: 'Rewards',
  params: z.strictObject({ walletAddress: addressInput }),
  query: nothing,
  body: noBody,
  response: z.object({ loyaltyPoints }),
  errors: [],
  example: { params: { walletAddress: EXAMPLE.owner } },
})
