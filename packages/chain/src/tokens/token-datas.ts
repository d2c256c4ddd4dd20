import type { Address } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { TokenDataChange } from '@opal/domain/tokens/token-change'
import { addressField, LARGEST, optionalNumber, textField } from './fields.ts'
import { decodePropertyMap } from './property-map.ts'
import type { TokenEvent } from './token-events.ts'
import {
  CONCURRENT_FUNGIBLE_SUPPLY,
  FUNGIBLE_METADATA,
  FUNGIBLE_SUPPLY,
  PROPERTY_MAP,
  TOKEN,
  TOKEN_IDENTIFIERS,
} from './token-types.ts'
import { isWithoutObject, type WrittenObjects } from './written-objects.ts'

/**
 * Returns tokens the transaction wrote, and those it burnt: of these only `isDeletedV2` and the collection are
 * meant.
 * @throws DecodeError
 */
export function tokenDataChanges(objects: WrittenObjects, events: readonly TokenEvent[]): readonly TokenDataChange[] {
  const written = [...objects.all(TOKEN)].map(([address, token]) => writtenToken(objects, address, token))
  const burnt = events.flatMap((event) => (event.kind === 'burn' ? [burntToken(event.token, event.collection)] : []))
  return [...written, ...burnt]
}

function writtenToken(objects: WrittenObjects, address: Address, token: JsonObject): TokenDataChange {
  const identifiers = objects.get(address, TOKEN_IDENTIFIERS)
  const properties = objects.get(address, PROPERTY_MAP)
  return {
    tokenDataId: address,
    collectionId: addressField(token, TOKEN, 'collection.inner'),
    // Newer tokens store their name next to the token, whose own name is then empty.
    tokenName:
      identifiers === null ? textField(token, TOKEN, 'name') : textField(identifiers, TOKEN_IDENTIFIERS, 'name.value'),
    description: textField(token, TOKEN, 'description'),
    tokenUri: textField(token, TOKEN, 'uri'),
    tokenProperties: properties === null ? null : decodePropertyMap(properties),
    largestPropertyVersionV1: null,
    tokenStandard: 'v2',
    isDeletedV2: isWithoutObject(objects, address),
    ...fungibility(objects, address),
  }
}

type Fungibility = Pick<TokenDataChange, 'maximum' | 'supply' | 'decimals' | 'isFungibleV2'>
const NOT_FUNGIBLE: Fungibility = { maximum: null, supply: null, decimals: 0n, isFungibleV2: false }

/** A token that is a fungible asset too has decimals and a supply. */
function fungibility(objects: WrittenObjects, address: Address): Fungibility {
  const metadata = objects.get(address, FUNGIBLE_METADATA)
  if (metadata === null) return NOT_FUNGIBLE
  const plain = objects.get(address, FUNGIBLE_SUPPLY)
  const concurrent = objects.get(address, CONCURRENT_FUNGIBLE_SUPPLY)
  return {
    decimals: optionalNumber(metadata, 'decimals', LARGEST.u8) ?? 0n,
    isFungibleV2: true,
    supply: plain === null ? number(concurrent, 'current.value') : number(plain, 'current'),
    maximum: plain === null ? number(concurrent, 'current.max_value') : number(plain, 'maximum.vec.0'),
  }
}

function number(resource: JsonObject | null, path: string): bigint | null {
  return resource === null ? null : optionalNumber(resource, path)
}

function burntToken(token: Address, collection: Address): TokenDataChange {
  return {
    tokenDataId: token,
    collectionId: collection,
    tokenName: '',
    description: '',
    tokenUri: '',
    tokenProperties: null,
    largestPropertyVersionV1: null,
    tokenStandard: 'v2',
    isDeletedV2: true,
    ...NOT_FUNGIBLE,
  }
}
