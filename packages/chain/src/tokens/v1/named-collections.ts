import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { collectionIdV1 } from '@opal/domain/tokens/token-id'
import { addressField, textField } from '../fields.ts'
import { CHANGED_COLLECTION_TYPES, NEW_TOKEN_TYPES } from '../token-types-v1.ts'
import { tokenEventsV1 } from './token-events-v1.ts'
import { tokenIdField } from './token-id-v1.ts'

/** A v1 collection as an event names it. */
export interface NamedCollection {
  readonly collectionId: Address
  readonly creator: Address
  readonly collectionName: string
}

/**
 * Returns collections that the transaction's events name: of tokens that came, went or are new, and changed ones.
 * @throws DecodeError
 */
export function namedCollections(transaction: ChainTransaction): readonly NamedCollection[] {
  const others = transaction.events.flatMap(({ type, data }): readonly NamedCollection[] => {
    if (NEW_TOKEN_TYPES.has(type)) return [tokenIdField(data, type, 'id')]
    if (!CHANGED_COLLECTION_TYPES.has(type)) return []
    const creator = addressField(data, type, 'creator_addr')
    const collectionName = textField(data, type, 'collection_name')
    return [{ collectionId: collectionIdV1(creator, collectionName), creator, collectionName }]
  })
  return [...tokenEventsV1(transaction).map(({ id }) => id), ...others]
}
