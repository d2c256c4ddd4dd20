import * as z from 'zod'
import { address, micros, octas, signedOctas, u64 } from './scalars.ts'

/** The transaction in which something came or went. */
const moment = z.object({
  /** listing, token-offer, collection-offer, mint, transfer, burn, or unknown. */
  by: z.string(),
  version: u64,
  atMicros: micros,
  /** 0x hash; null for transactions that are not kept. */
  transactionHash: z.string().nullable(),
})

/** Items that came to a wallet together, and left together or are still there. Octas for the whole lot. */
export const lot = z.object({
  /** Unique within the wallet, and stable. */
  id: z.string(),
  tokenDataId: address,
  tokenName: z.string().nullable(),
  tokenImage: z.string().nullable(),
  propertyVersion: u64,
  collectionId: address.nullable(),
  collectionName: z.string().nullable(),
  amount: u64,
  acquired: moment,
  /** Null when it is not known, as after a transfer. */
  cost: octas.nullable(),
  /** Null while it is held. */
  released: moment.nullable(),
  /** What a sale paid, net of fee and royalty. */
  proceeds: octas.nullable(),
  /** At the better of the collection's floor and top bid; null once it is gone. */
  estimate: octas.nullable(),
  /** Realised where it was sold, unrealised while it is held; null where the cost or the proceeds are unknown. */
  gain: signedOctas.nullable(),
})
export type Lot = z.output<typeof lot>
