import * as z from 'zod'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import { address, addressInput, emptyObject, noBody } from './shapes/scalars.ts'

/** A wallet as lists show it. */
export const wallet = z.object({
  walletAddress: address,
  /** Primary `.apt` name; null when it has none, or on networks without the name service. */
  aptosName: z.string().nullable(),
  /** False for addresses that are objects or contracts, e.g. an escrow. */
  isWalletAddress: z.boolean(),
})
export type Wallet = z.output<typeof wallet>

/** The wallet that a `.apt` name leads to; null when it leads nowhere. @source docs/product/site.md#search-of-names */
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
  query: emptyObject,
  body: noBody,
  response: z.object({ name: z.string(), walletAddress: address.nullable() }),
  errors: [],
  example: { params: { name: 'alice.apt' } },
})

/**
 * Wallets that `.apt` names with this beginning, dot and ending included, lead to, in the order of the names.
 * @source docs/product/site.md#search-of-names
 */
export const searchWallets = defineEndpoint({
  id: 'search-wallets',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/search/:text',
  summary: 'Wallets by a part of their name',
  tag: 'Users',
  params: z.strictObject({
    text: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9-]{3,63}(\.(a(pt?)?)?)?$/, 'expected the first three letters of a name, or more'),
  }),
  query: emptyObject,
  body: noBody,
  response: z.object({
    data: z.array(
      z.object({
        walletAddress: address,
        /** The name that was found; the wallet may have another for its primary one. */
        aptosName: z.string(),
      }),
    ),
  }),
  errors: [],
  failure: { value: { data: [] } },
  example: { params: { text: 'ali' } },
})

/** Names of some wallets, in the order asked for. */
export const listWalletNames = defineEndpoint({
  id: 'list-wallet-names',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/user/names',
  summary: 'Names of wallets',
  tag: 'Users',
  params: emptyObject,
  query: emptyObject,
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
