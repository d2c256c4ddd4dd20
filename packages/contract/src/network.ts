import * as z from 'zod'
import { defineEndpoint } from './http/endpoint.ts'
import { address, emptyObject, noBody } from './shapes/scalars.ts'

/** Abilities of a marketplace: its payload builders by name. */
const marketplaceInfo = z.object({
  id: z.string(),
  displayName: z.string(),
  isNative: z.boolean(),
  /** `active`: everything; `cancel-only`: getting out; `history`: nothing; `absent`: not on this network. */
  status: z.enum(['active', 'cancel-only', 'history', 'absent']),
  /** Intents that the API can build here, e.g. `list`, `buy`, `buy-many`. */
  abilities: z.array(z.string()),
  /** Whether a bid ends at the time that its bidder chose; elsewhere it is open until it is filled or cancelled. */
  bidsExpire: z.boolean(),
  /** Taker fee shown to users, in basis points. */
  feeBps: z.number().int(),
  /** Commission of the marketplace on this network, in basis points; null where it is absent. */
  commissionBps: z.number().int().nullable(),
  packageAddress: address.nullable(),
})
export type MarketplaceInfo = z.output<typeof marketplaceInfo>

/** Facts about the network that a client needs: chain, addresses, marketplaces. */
export const getNetwork = defineEndpoint({
  id: 'get-network',
  bases: ['main'],
  method: 'GET',
  path: '/networks/current',
  summary: 'The network in use and its marketplaces',
  tag: 'Utility',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({
    name: z.enum(['local', 'testnet', 'mainnet']),
    chainId: z.number().int(),
    /** Node REST address, with /v1. */
    nodeUrl: z.string(),
    chainGraphqlUrl: z.string().nullable(),
    faucetUrl: z.string().nullable(),
    apiUrl: z.string(),
    webUrl: z.string(),
    socketUrl: z.string(),
    /** Script that registers the development wallet; null everywhere but on a local network. */
    devWalletScriptUrl: z.string().nullable(),
    marketplaces: z.array(marketplaceInfo),
  }),
  errors: [],
  example: {},
})

/** The price of one APT in USD, two decimals; 0 when it is not known. @source docs/product/api.md#zero-values */
export const getStats = defineEndpoint({
  id: 'get-stats',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/utility/stats',
  summary: 'APT price in USD',
  tag: 'Utility',
  cache: 'shared',
  reads: 'nothing',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({
    value: z.number().nonnegative(),
    /** Age of the price in seconds; null when it has no age (a configured price, or none). */
    ageSeconds: z.number().int().nullable(),
  }),
  errors: [],
  failure: { value: { value: 0, ageSeconds: null } },
  example: {},
})
