import * as z from 'zod'
import { address, marketplaceId, micros, octas, u64 } from './scalars.ts'

/** Why an open order counts, or does not. */
export const listingValidity = z.enum(['valid', 'seller-lost-token', 'venue-closed', 'ended'])

/** One open listing. */
export const listing = z.object({
  marketplace: marketplaceId,
  listingId: z.string(),
  tokenDataId: address,
  seller: address,
  price: octas,
  validity: listingValidity,
  placedAtMicros: micros,
  version: u64,
})
export type Listing = z.output<typeof listing>
