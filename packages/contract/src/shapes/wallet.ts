import * as z from 'zod'
import { address } from './scalars.ts'

/** A wallet as lists show it. */
export const wallet = z.object({
  walletAddress: address,
  /** Primary `.apt` name; null when it has none, or on networks without the name service. */
  aptosName: z.string().nullable(),
  /** False for addresses that are objects or contracts, e.g. an escrow. */
  isWalletAddress: z.boolean(),
})
export type Wallet = z.output<typeof wallet>
