import * as z from 'zod'
import { address, octas } from './scalars.ts'
import { topBid } from './token.ts'

/** The figures of a token's dialog. Octas. @source spec 001, section 3 "Token detail" */
export const tokenFigures = z.object({
  tokenDataId: address,
  name: z.string(),
  floorPrice: octas.nullable().describe("The collection's"),
  listedPrice: octas.nullable(),
  lastSale: octas.nullable(),
  /** The best of token and collection bids. */
  topBid: topBid.nullable(),
  /** The best bid on this very token. */
  tokenTopBid: octas.nullable(),
  ownerAddress: address.nullable(),
  /** Who listed it; null when it is not for sale. */
  listedWalletAddress: address.nullable(),
  imageUri: z.string().nullable(),
  collectionImage: z.string().nullable(),
})
export type TokenFigures = z.output<typeof tokenFigures>
