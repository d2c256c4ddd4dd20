import type { MarketEventCollection, MarketEventToken } from '@opal/domain/market-event'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/token-id'
import type { EventReader } from '../event-reader.ts'

/**
 * The token of an event's `token_metadata`. An empty `token` option says v1, whose id is a hash of its names.
 *
 * @NOTE An offer on a burnt v2 token is cancelled with neither token nor property version; such an event cannot
 *   tell the token's id, so the hash of its placeholder names stands in and the offer's id is what counts.
 * @source marketplaces reference 4.2, 4.5
 */
export function decodeToken(reader: EventReader): MarketEventToken {
  const object = reader.optionalAddress('token_metadata.token.vec.0.inner')
  const tokenName = reader.text('token_metadata.token_name', 'token_id.token_data_id.name')
  if (object !== null) return { standard: 'v2', tokenDataId: object, tokenName, propertyVersion: null }

  const propertyVersion =
    reader.optionalU64('token_metadata.property_version.vec.0') ?? reader.optionalU64('token_id.property_version')
  const creator = reader.address('token_metadata.creator_address', 'token_id.token_data_id.creator')
  const collection = reader.text('token_metadata.collection_name', 'token_id.token_data_id.collection')
  return {
    standard: propertyVersion === null ? 'v2' : 'v1',
    tokenDataId: tokenDataIdV1(creator, collection, tokenName),
    tokenName,
    propertyVersion,
  }
}

/** The collection named by an event's `token_metadata`. */
export function decodeTokenCollection(reader: EventReader): MarketEventCollection {
  const creatorAddress = reader.address('token_metadata.creator_address', 'token_id.token_data_id.creator')
  const collectionName = reader.text('token_metadata.collection_name', 'token_id.token_data_id.collection')
  const object = reader.optionalAddress('token_metadata.collection.vec.0.inner')
  return { collectionId: object ?? collectionIdV1(creatorAddress, collectionName), creatorAddress, collectionName }
}

/** The collection of an event's `collection_metadata` (collection offers placed and cancelled). */
export function decodeCollection(reader: EventReader): MarketEventCollection {
  const creatorAddress = reader.address('collection_metadata.creator_address')
  const collectionName = reader.text('collection_metadata.collection_name')
  const object = reader.optionalAddress('collection_metadata.collection.vec.0.inner')
  return { collectionId: object ?? collectionIdV1(creatorAddress, collectionName), creatorAddress, collectionName }
}
