import type { ChainTransaction, WriteTableItem } from '@opal/domain/chain-transaction'
import { isJsonObject, jsonAt } from '@opal/domain/json'
import type { RoyaltyChange, TokenDataChange } from '@opal/domain/tokens/token-change'
import { addressField, LARGEST, numberField, textField } from '../fields.ts'
import { decodePropertyMap } from '../property-map.ts'
import { TOKEN_DATA } from '../token-types-v1.ts'
import { itemsOfValue } from './tables-v1.ts'
import { tokenIdField } from './token-id-v1.ts'

/** Tokens whose description the transaction wrote. @throws DecodeError */
export function tokenDataChangesV1(transaction: ChainTransaction): readonly TokenDataChange[] {
  return itemsOfValue(transaction, TOKEN_DATA).map(tokenDataChange)
}

/** Royalties of the same tokens: v1 keeps them with each token. @throws DecodeError */
export function royaltyChangesV1(transaction: ChainTransaction): readonly RoyaltyChange[] {
  return itemsOfValue(transaction, TOKEN_DATA).map(({ key, value }) => ({
    objectAddress: tokenIdField(key, TOKEN_DATA, '').tokenDataId,
    payeeAddress: addressField(value, TOKEN_DATA, 'royalty.payee_address'),
    numerator: numberField(value, TOKEN_DATA, 'royalty.royalty_points_numerator', LARGEST.u64),
    denominator: numberField(value, TOKEN_DATA, 'royalty.royalty_points_denominator', LARGEST.u64),
  }))
}

function tokenDataChange({ key, value }: WriteTableItem): TokenDataChange {
  const { tokenDataId, collectionId, name } = tokenIdField(key, TOKEN_DATA, '')
  const properties = jsonAt(value, 'default_properties')
  return {
    tokenDataId,
    collectionId,
    tokenName: name,
    description: textField(value, TOKEN_DATA, 'description'),
    tokenUri: textField(value, TOKEN_DATA, 'uri'),
    tokenProperties: isJsonObject(properties) ? decodePropertyMap(properties) : {},
    maximum: numberField(value, TOKEN_DATA, 'maximum'),
    supply: numberField(value, TOKEN_DATA, 'supply'),
    largestPropertyVersionV1: numberField(value, TOKEN_DATA, 'largest_property_version'),
    tokenStandard: 'v1',
    isFungibleV2: null,
    decimals: 0n,
    isDeletedV2: null,
  }
}
