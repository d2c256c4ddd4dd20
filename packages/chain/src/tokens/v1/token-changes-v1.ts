import type { ChainTransaction, WriteTableItem } from '@opal/domain/chain-transaction'
import { isJsonObject, jsonAt } from '@opal/domain/json'
import type { RoyaltyChange, TokenActivity, TokenChanges, TokenDataChange } from '@opal/domain/tokens/token-change'
import { addressField, LARGEST, numberField, textField } from '../fields.ts'
import { decodePropertyMap } from '../property-map.ts'
import type { TokenLookup } from '../token-lookup.ts'
import { COLLECTION_DATA, TOKEN_DATA, TOKEN_V1 } from '../token-types-v1.ts'
import type { WrittenObjects } from '../written-objects.ts'
import { collectionChangesV1 } from './collections-v1.ts'
import { namedCollections } from './named-collections.ts'
import { ownershipChangesV1 } from './ownerships-v1.ts'
import { pendingClaimChanges } from './pending-claims.ts'
import { itemsOfValue, normaliseHandle } from './tables-v1.ts'
import { type TokenEventV1, tokenEventsV1 } from './token-events-v1.ts'
import { tokenIdField } from './token-id-v1.ts'

/** Returns one row for each event about a v1 token, as Aptos' own indexer fills them. */
function tokenActivitiesV1(transaction: ChainTransaction, events: readonly TokenEventV1[]): readonly TokenActivity[] {
  return events.map(({ kind, event, id, account, to, amount }) => ({
    eventIndex: event.index,
    eventAccountAddress: event.accountAddress,
    tokenDataId: id.tokenDataId,
    propertyVersionV1: id.propertyVersion,
    type: event.type,
    fromAddress: kind === 'deposit' ? null : account,
    toAddress: kind === 'deposit' ? account : to,
    tokenAmount: amount,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: transaction.entryFunction,
    tokenStandard: 'v1',
    isFungibleV2: null,
  }))
}

/** Returns tokens whose description the transaction wrote. @throws DecodeError */
function tokenDataChangesV1(transaction: ChainTransaction): readonly TokenDataChange[] {
  return itemsOfValue(transaction, TOKEN_DATA).map(tokenDataChange)
}

/** Returns royalties of the same tokens: v1 keeps them with each token. @throws DecodeError */
function royaltyChangesV1(transaction: ChainTransaction): readonly RoyaltyChange[] {
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

/**
 * Returns the changes of a transaction to v1 collections, tokens, owners and offers.
 * @param lookup helps where the transaction does not say whose table it wrote: module events write no account's
 * resource.
 * @throws DecodeError
 */
export function tokenChangesV1(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  lookup: TokenLookup,
): TokenChanges {
  const events = tokenEventsV1(transaction)
  return {
    collections: collectionChangesV1(transaction, objects, lookup),
    tokenDatas: tokenDataChangesV1(transaction),
    ownerships: ownershipChangesV1(transaction, objects, events, lookup),
    pendingClaims: pendingClaimChanges(transaction, objects, events),
    activities: tokenActivitiesV1(transaction, events),
    royalties: royaltyChangesV1(transaction),
  }
}

/**
 * Returns tokens and collections that events name, and the tables that were written: together they show whose
 * tables those are.
 */
export function namesToLookUpV1(transaction: ChainTransaction): readonly string[] {
  const items = [...itemsOfValue(transaction, TOKEN_V1), ...itemsOfValue(transaction, COLLECTION_DATA)]
  if (items.length === 0) return []
  const tokens = tokenEventsV1(transaction).map(({ id }) => id.tokenDataId)
  const collections = namedCollections(transaction).map(({ collectionId }) => collectionId)
  return [...items.map(({ handle }) => normaliseHandle(handle)), ...tokens, ...collections]
}
