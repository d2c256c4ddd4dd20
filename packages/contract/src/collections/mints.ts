import * as z from 'zod'
import { collection } from '../collections.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { emptyObject, micros, noBody, octas, pageOf, pageQuery, u64 } from '../shapes/scalars.ts'

/** Progress of a collection's minting, from its mints on chain. */
const mintingCollection = z.object({
  collection,
  /** Tokens minted so far. */
  minted: u64,
  /** Null where there is no limit. */
  maxSupply: u64.nullable(),
  /** Mints of the last 24 hours. */
  mintedToday: u64,
  /** Wallets that received a mint, among the last 20,000 mints. */
  minters: u64,
  /** Price of the latest mint whose sender paid for it; 0 when it was free, null when it is unknown. */
  mintPrice: octas.nullable(),
  firstMintMicros: micros,
  lastMintMicros: micros,
  /** Minted from within 24 hours, and not sold out. */
  isMinting: z.boolean(),
})
export type MintingCollection = z.output<typeof mintingCollection>

/** Collections that are minting now and lately, latest mint first. */
export const listMintingCollections = defineEndpoint({
  id: 'list-minting-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection/minting',
  summary: 'Collections by their latest mint, with progress, price and minters',
  tag: 'Collections',
  cache: 'shared',
  params: emptyObject,
  query: z.strictObject(pageQuery(20, 50)),
  body: noBody,
  response: pageOf(mintingCollection),
  errors: ['invalid-cursor'],
  example: { query: { page: 1, take: 20 } },
})
