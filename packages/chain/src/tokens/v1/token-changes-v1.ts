import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { TokenChanges } from '@opal/domain/token-change'
import type { WrittenObjects } from '../written-objects.ts'
import { tokenActivitiesV1 } from './activities-v1.ts'
import { collectionChangesV1 } from './collections-v1.ts'
import { ownershipChangesV1 } from './ownerships-v1.ts'
import { pendingClaimChanges } from './pending-claims.ts'
import { royaltyChangesV1, tokenDataChangesV1 } from './token-datas-v1.ts'
import { tokenEventsV1 } from './token-events-v1.ts'

/** What a transaction did to v1 collections, tokens, owners and offers. It says all that is needed itself. @throws DecodeError */
export function tokenChangesV1(transaction: ChainTransaction, objects: WrittenObjects): TokenChanges {
  const events = tokenEventsV1(transaction)
  return {
    collections: collectionChangesV1(transaction, objects),
    tokenDatas: tokenDataChangesV1(transaction),
    ownerships: ownershipChangesV1(transaction, objects, events),
    pendingClaims: pendingClaimChanges(transaction, objects, events),
    activities: tokenActivitiesV1(transaction, events),
    royalties: royaltyChangesV1(transaction),
  }
}
