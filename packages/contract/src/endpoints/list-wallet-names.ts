import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, addressInput, nothing } from '../shapes/scalars.ts'

/** Names of some wallets, in the order asked for. @source spec 001, section 7 "Wallet name lookup" */
export const listWalletNames = defineEndpoint({
  id: 'list-wallet-names',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/user/names',
  summary: 'Names of wallets',
  tag: 'Users',
  params: nothing,
  query: nothing,
  body: z.strictObject({ wallet_address: z.array(addressInput).min(1).max(200) }),
  response: z.object({
    data: z.array(
      z.object({
        wallet_address: address,
        /** Primary `.apt` name. */
        name: z.string().nullable(),
        /** False for addresses that hold code. */
        is_wallet_address: z.boolean(),
      }),
    ),
  }),
  errors: [],
  failure: { value: { data: [] } },
  example: { body: { wallet_address: [EXAMPLE.owner] } },
})
