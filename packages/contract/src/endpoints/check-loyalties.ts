import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { loyaltyPoints } from '../shapes/rewards.ts'
import { address, addressInput, nothing } from '../shapes/scalars.ts'

/** The loyalty of some wallets, in the order asked for. @source spec 001, section 7 "POST user/check-loyalty" */
export const checkLoyalties = defineEndpoint({
  id: 'check-loyalties',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/user/check-loyalty',
  summary: 'Loyalty of some wallets',
  tag: 'Rewards',
  params: nothing,
  query: nothing,
  body: z.strictObject({ walletAddresses: z.array(addressInput).min(1).max(200) }),
  response: z.object({ data: z.array(z.object({ walletAddress: address, loyaltyPoints })) }),
  errors: [],
  example: { body: { walletAddresses: [EXAMPLE.owner, EXAMPLE.buyer] } },
})
