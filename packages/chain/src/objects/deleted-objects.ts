import type { ChainTransaction, DeleteResource } from '@opal/domain/chain-transaction'
import { OBJECT_CORE } from '../tokens/token-types.ts'

/** Type of the write-set entry that deletes an object as a whole. */
const OBJECT_GROUP = '0x1::object::ObjectGroup'

/** Returns the deletions of whole objects in a write set. */
export function deletedObjects({ changes }: ChainTransaction): readonly DeleteResource[] {
  return changes.filter(
    (change): change is DeleteResource =>
      change.kind === 'delete-resource' && (change.type === OBJECT_GROUP || change.type === OBJECT_CORE),
  )
}
