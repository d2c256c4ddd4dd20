import * as z from 'zod'
import { address, octas, u64 } from './scalars.ts'

/** A token that waits to be claimed. @source spec 001, section 3 "Pending claim" */
export const pendingClaim = z.object({
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
