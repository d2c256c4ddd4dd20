import type { MarketEventCollection, MarketEventToken } from '@opal/domain/market-event'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import type { EventReader } from './event-reader.ts'

/** A token and its collection, as an event names them. */
export interface DecodedToken {
  readonly token: MarketEventToken
  readonly collection: MarketEventCollection
}

/**
 * A `0x3::token::TokenId` in an event's data.
 *
 * @param path where it lies; the first one that is there, for marketplaces that have spelled it in two ways.
 * @throws DecodeError when a part of it is missing.
 */
export function decodeTokenId(reader: EventReader, path: string, otherwise = path): DecodedToken {
  const creatorAddress = reader.address(`${path}.token_data_id.creator`, `${otherwise}.token_data_id.creator`)
  const collectionName = reader.text(`${path}.token_data_id.collection`, `${otherwise}.token_data_id.collection`)
  const tokenName = reader.text(`${path}.token_data_id.name`, `${otherwise}.token_data_id.name`)
  const propertyVersion = reader.u64(`${path}.property_version`, `${otherwise}.property_version`)
  const tokenDataId = tokenDataIdV1(creatorAddress, collectionName, tokenName)
  return {
    token: { standard: 'v1', tokenDataId, tokenName, propertyVersion },
    collection: decodeNamedCollection(creatorAddress, collectionName),
  }
}

/** A v1 collection by its names. */
export function decodeNamedCollection(
  creatorAddress: Parameters<typeof collectionIdV1>[0],
  collectionName: string,
): MarketEventCollection {
  return { collectionId: collectionIdV1(creatorAddress, collectionName), creatorAddress, collectionName }
}
