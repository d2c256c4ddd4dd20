import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import type { MarketEventCollection } from '@opal/domain/market-event'
import { type DecodedToken, type EventReader, writtenResource } from '../decode/event-reader.ts'

/** Resources that say what the events leave out: the token's collection and name. @source mainnet 2386809975 */
export const TOKEN_TYPE = '0x4::token::Token'
export const TOKEN_IDENTIFIERS_TYPE = '0x4::token::TokenIdentifiers'

/** Events of `listings_v2` and `biddings_v2`: everything is named by its object's address. */
export const READ_V2: EventReading = {
  listing: (reader, transaction) => ({
    ...tokenOf(reader, transaction),
    listingId: reader.address('listing.inner'),
    seller: reader.address('seller'),
  }),
  tokenBid: (reader, transaction) => ({ ...tokenOf(reader, transaction), ...bidOf(reader) }),
  // A bid is for one item: `collection_bids` with a count places that many.
  collectionBid: (reader) => ({ ...bidOf(reader), ...collectionOf(reader), amount: 1n }),
  acceptedBid: (reader, transaction) => ({
    ...tokenOf(reader, transaction),
    ...bidOf(reader),
    remainingAmount: 0n,
  }),
}

function bidOf(reader: EventReader) {
  return { offerId: reader.address('bid.inner'), buyer: reader.address('bid_buyer') }
}

function collectionOf(reader: EventReader) {
  const collectionId = reader.address('collection.inner')
  return { collection: { collectionId, creatorAddress: null, collectionName: null } }
}

function tokenOf(reader: EventReader, transaction: ChainTransaction): DecodedToken {
  const tokenDataId = reader.address('token.inner')
  const name = jsonAt(writtenResource(transaction, tokenDataId, TOKEN_IDENTIFIERS_TYPE), 'name.value')
  return {
    token: {
      standard: 'v2',
      tokenDataId,
      tokenName: typeof name === 'string' ? name : null,
      propertyVersion: null,
    },
    collection: {
      collectionId: collectionInWriteSet(transaction, tokenDataId),
      creatorAddress: null,
      collectionName: null,
    },
  }
}

function collectionInWriteSet(transaction: ChainTransaction, token: Address): Address | null {
  const collection = jsonAt(writtenResource(transaction, token, TOKEN_TYPE), 'collection.inner')
  return typeof collection === 'string' ? toAddressOrNull(collection) : null
}

interface Bid {
  readonly offerId: string
  readonly buyer: Address
}

/** The parts of the marketplace's events, which the modules of the two standards spell differently. */
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
