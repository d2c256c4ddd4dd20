import type { ApiContext } from '../context.ts'
import { CollectionTooLargeError } from '../errors.ts'
import { TRAIT_BOUNDS } from './trait-cache.ts'
import type { TraitColumns } from './trait-columns.ts'

/** A collection's columns. @throws CollectionTooLargeError */
export async function traitColumnsOf(
  { traits }: Pick<ApiContext, 'traits'>,
  collectionId: string,
): Promise<TraitColumns> {
  const table = await traits.columnsOf(collectionId)
  if (table === null) throw new CollectionTooLargeError(TRAIT_BOUNDS)
  return table
}
