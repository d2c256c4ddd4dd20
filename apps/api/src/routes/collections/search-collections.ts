import { searchCollections } from '@opal/contract/collections'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { findCollection } from '../../load/find-collection.ts'
import { loadCollections } from '../../load/load-collections.ts'
import { loadSearch } from '../../load/load-search.ts'
import { ownWallet } from '../../session/caller.ts'

export const searchCollectionsRoute = defineRoute(searchCollections, async (context, { params, query }, caller) => {
  const wallet = await ownWallet(caller, query.walletAddress)
  const named = await findByIdOrSlug(context, params.text)
  if (named !== null) return { data: await loadCollections(context, [named], { wallet }), nextCursor: null }
  return loadSearch(context, params.text, query, wallet)
})

async function findByIdOrSlug(context: ApiContext, text: string): Promise<string | null> {
  try {
    return await findCollection(context, text)
  } catch (error) {
    if (error instanceof CollectionNotFoundError) return null
    throw error
  }
}
