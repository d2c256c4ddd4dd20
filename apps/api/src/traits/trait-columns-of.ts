import type { ApiContext } from '../context.ts'
import { CollectionTooLargeError } from '../errors.ts'
import { MAX_COLLECTION_TOKENS } from './trait-cache.ts'
import type { TraitColumns } from './trait-columns.ts'

/** A collection's columns. @throws CollectionTooLargeError */
export async function traitColumnsOf(
  { traits }: Pick<ApiContext, 'traits'>,
  collectionId: string,
): Promise<TraitColumns> {
  const table = await traits.columnsOf(collectionId)
  if (table === null) throw new CollectionTooLargeError(MAX_COLLECTION_TOKENS)
  return table
}
