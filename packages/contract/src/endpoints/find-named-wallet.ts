import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { address, noBody, nothing } from '../shapes/scalars.ts'

/** The wallet that a `.apt` name leads to; null when it leads nowhere. @source spec 000, section 5 "Input ending in .apt" */
export const findNamedWallet = defineEndpoint({
  id: 'find-named-wallet',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/named/:name',
  summary: 'The wallet behind a name',
  tag: 'Users',
  params: z.strictObject({
    name: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([a-z0-9-]{1,63}\.){0,1}[a-z0-9-]{1,63}(\.apt)?$/, 'expected a name such as alice.apt'),
  }),
  query: nothing,
  body: noBody,
  response: z.object({ name: z.string(), walletAddress: address.nullable() }),
  errors: [],
  example: { params: { name: 'alice.apt' } },
})
