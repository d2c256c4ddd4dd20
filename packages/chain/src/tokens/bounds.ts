import { cutToBytes, fitsBytes } from '@opal/domain/text/text-bytes'
import type { CollectionChange, TokenDataChange } from '@opal/domain/tokens/token-change'

/**
 * Bytes of UTF-8. The framework allows 128 of a name, 512 of an address and, of the newer standard, 2,048 of a description; of the
 * older one a description is bounded by the size of a transaction only.
 * @source 0x4::token, 0x4::collection, 0x3::token
 */
const MAX_BYTES = { name: 512, uri: 2_048, description: 8_192 } as const

/** A token's texts, cut where they are longer than is kept; an address that is too long is none. */
export function boundTokenData(token: TokenDataChange): TokenDataChange {
  return {
    ...token,
    tokenName: cutToBytes(token.tokenName, MAX_BYTES.name),
    description: cutToBytes(token.description, MAX_BYTES.description),
    tokenUri: fitsBytes(token.tokenUri, MAX_BYTES.uri) ? token.tokenUri : '',
  }
}

/** As {@link boundTokenData}, of a collection. */
export function boundCollection(collection: CollectionChange): CollectionChange {
  return {
    ...collection,
    collectionName: cutToBytes(collection.collectionName, MAX_BYTES.name),
    description: cutToBytes(collection.description, MAX_BYTES.description),
    uri: fitsBytes(collection.uri, MAX_BYTES.uri) ? collection.uri : '',
  }
}
