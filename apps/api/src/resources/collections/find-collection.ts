import { toAddressOrNull } from '@opal/domain/address'
import { parseCollectionSlug, toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import {
  findCollectionByName,
  findCollectionsByIdPrefix,
  hasCollection,
  preferredCollection,
} from '@opal/store/queries/collections/search-collections'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError } from '../../errors.ts'

/**
 * Finds the id that a text names: an id with or without its 0x prefix, or a slug. The slug's name may be an old one, as long as
 * its digits fit one collection only. Anyone can create further collections with a slug: the best known one is returned.
 * @throws CollectionNotFoundError
 */
export async function findCollection({ store }: Pick<ApiContext, 'store'>, text: string): Promise<string> {
  const address = toAddressOrNull(text)
  if (address !== null && (await hasCollection(store, address))) return address
  const prefix = parseCollectionSlug(text)
  if (prefix === null) throw new CollectionNotFoundError(text)
  const found = await findCollectionsByIdPrefix(store, prefix)
  const exact = found.filter((row) => toCollectionSlug(row.name, row.collectionId) === text)
  const candidates = (found.length === 1 ? found : exact).map(({ collectionId }) => collectionId)
  const [chosen = null] = candidates.length > 1 ? [await preferredCollection(store, candidates)] : candidates
  if (chosen === null) throw new CollectionNotFoundError(text)
  return chosen
}

/** @throws CollectionNotFoundError where there is none of this id. */
export async function confirmCollection({ store }: Pick<ApiContext, 'store'>, collectionId: string): Promise<void> {
  if (!(await hasCollection(store, collectionId))) throw new CollectionNotFoundError(collectionId)
}

/**
 * Finds a collection as {@link findCollection} does, and by exact name; of several with one name, the most traded.
 * @throws CollectionNotFoundError
 */
export async function findCollectionByAnyName(context: Pick<ApiContext, 'store'>, text: string): Promise<string> {
  try {
    return await findCollection(context, text)
  } catch (error) {
    if (!(error instanceof CollectionNotFoundError)) throw error
    const named = await findCollectionByName(context.store, text)
    if (named === null) throw error
    return named
  }
}
