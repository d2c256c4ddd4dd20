import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { MarketEventCollection } from '@opal/domain/market-event'
import type { DecodedToken } from '../decode-token-id.ts'
import type { EventReader } from '../event-reader.ts'

interface Bid {
  readonly offerId: string
  readonly buyer: Address
}

/** The parts of the venue's events, which the modules of the two standards spell differently. */
export interface EventReading {
  listing(
    reader: EventReader,
    transaction: ChainTransaction,
  ): DecodedToken & { readonly listingId: string; readonly seller: Address }
  tokenBid(reader: EventReader, transaction: ChainTransaction): DecodedToken & Bid
  collectionBid(reader: EventReader): Bid & { readonly collection: MarketEventCollection; readonly amount: bigint }
  acceptedBid(
    reader: EventReader,
    transaction: ChainTransaction,
  ): DecodedToken & Bid & { readonly remainingAmount: bigint | null }
}
