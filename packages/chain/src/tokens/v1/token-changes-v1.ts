import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { TokenChanges } from '@opal/domain/tokens/token-change'
import type { TokenLookup } from '../token-lookup.ts'
import { COLLECTION_DATA, TOKEN_V1 } from '../token-types-v1.ts'
import type { WrittenObjects } from '../written-objects.ts'
import { tokenActivitiesV1 } from './activities-v1.ts'
import { collectionChangesV1 } from './collections-v1.ts'
import { namedCollections } from './named-collections.ts'
import { ownershipChangesV1 } from './ownerships-v1.ts'
import { pendingClaimChanges } from './pending-claims.ts'
import { itemsOfValue, normaliseHandle } from './tables-v1.ts'
import { royaltyChangesV1, tokenDataChangesV1 } from './token-datas-v1.ts'
import { tokenEventsV1 } from './token-events-v1.ts'

/**
 * What a transaction did to v1 collections, tokens, owners and offers.
 * @param lookup helps where the transaction does not tell whose table it wrote: module events write no account's resource.
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

/** Tokens and collections that events name, and the tables that were written: together they tell whose tables those are. */
export function namesToLookUpV1(transaction: ChainTransaction): readonly string[] {
  const items = [...itemsOfValue(transaction, TOKEN_V1), ...itemsOfValue(transaction, COLLECTION_DATA)]
  if (items.length === 0) return []
  const tokens = tokenEventsV1(transaction).map(({ id }) => id.tokenDataId)
  const collections = namedCollections(transaction).map(({ collectionId }) => collectionId)
  return [...items.map(({ handle }) => normaliseHandle(handle)), ...tokens, ...collections]
}
