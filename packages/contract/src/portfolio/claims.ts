import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { address, addressInput, noBody, octas, pageOf, pageQuery, u64 } from '../shapes/scalars.ts'

/** A token that waits to be claimed. @source docs/product/portfolio-and-pnl.md#pending-claim */
const pendingClaim = z.object({
  collection_id: address,
  collection_name: z.string(),
  creator_address: address,
  token_data_id: address,
  name: z.string(),
  from_address: address,
  property_version: u64,
  token_uri: z.string(),
  image: z.string().nullable(),
  amount: u64,
  /** Rank within the collection, 1 is the rarest. */
  rarity: z.number().int().nullable(),
  /** Tokens of its collection. */
  collection_supply: z.number().int(),
  /** Octas of its cheapest live listing. */
  listed_price: octas.nullable(),
  /** Octas of the best offer that its owner could take. */
  top_bid: octas.nullable(),
})
export type PendingClaim = z.output<typeof pendingClaim>

/** A token that a wallet has sent and that nobody has claimed. @source docs/product/portfolio-and-pnl.md#sent-items */
const sentOffer = pendingClaim.extend({ to_address: address })
export type SentOffer = z.output<typeof sentOffer>

/** Tokens that others set aside for a wallet to claim, newest first. @source docs/product/portfolio-and-pnl.md#offers-to-claim */
export const listPendingClaims = defineEndpoint({
  id: 'list-pending-claims',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/offers/:wallet',
  summary: 'Tokens a wallet can claim',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ ...pageQuery(100, 100), collectionId: addressInput.optional() }),
  body: noBody,
  response: pageOf(pendingClaim),
  errors: ['invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { wallet: EXAMPLE.owner } },
})

/** Tokens that a wallet has set aside for others to claim, newest first. @source docs/product/portfolio-and-pnl.md#sent-items */
export const listSentOffers = defineEndpoint({
  id: 'list-sent-offers',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/offers/:wallet/sent',
  summary: 'Tokens a wallet has sent that are not claimed yet',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ ...pageQuery(100, 100), collectionId: addressInput.optional() }),
  body: noBody,
  response: pageOf(sentOffer),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner } },
})
