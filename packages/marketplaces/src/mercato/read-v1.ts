import type { Address } from '@opal/domain/address'
import { tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { decodeNamedCollection, decodeTokenId, type EventReader } from '../decode/event-reader.ts'
import type { EventReading } from './read-v2.ts'

/**
 * Events of `listings` and `biddings`.
 *
 * @NOTE Of these only `listings::BuyEvent` is known from a transaction (mainnet 2382221134); the fields of the others
 *   are what other people's decoders read. `read-v1.test.ts` pins our reading.
 */
export const READ_V1: EventReading = {
  listing: (reader) => {
    const named = decodeTokenId(reader, 'token_id')
    const seller = reader.address('owner', 'seller')
    return { ...named, seller, listingId: listingIdV1(named.token, seller) }
  },
  tokenBid: (reader) => ({ ...decodeTokenId(reader, 'token_id'), ...bidOf(reader) }),
  collectionBid: (reader) => ({
    ...bidOf(reader),
    collection: decodeNamedCollection(
      reader.address('collection_id.collection_creator', 'collection_id.creator'),
      reader.text('collection_id.collection_name', 'collection_id.collection'),
    ),
    amount: reader.optionalU64('amount') ?? 1n,
  }),
  // No known event or resource states how many tokens the bid still wants.
  acceptedBid: (reader) => ({ ...decodeTokenId(reader, 'token_id'), ...bidOf(reader), remainingAmount: null }),
}

/**
 * Returns the id of a v1 listing, which has none on chain: a digest of the token in its edition and its owner, so
 * a token that is sold and listed again by the same owner has the id it had before.
 */
export function listingIdV1(
  token: { readonly tokenDataId: Address; readonly propertyVersion: bigint | null },
  owner: Address,
): string {
  return tokenDataIdV1(owner, token.tokenDataId, String(token.propertyVersion ?? 0n))
}

function bidOf(reader: EventReader) {
  return { offerId: String(reader.u64('nonce')), buyer: reader.address('bid_buyer') }
}
