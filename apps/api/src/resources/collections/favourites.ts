import { NodeRefusedError, NodeUnreachableError } from '@opal/chain/rest/node-errors'
import { parseCollectionSort } from '@opal/contract/collections'
import {
  listFavouriteCollections,
  MAX_FAVOURITES,
  MAX_UNKNOWN_FAVOURITES,
  saveCollections,
  setFavourite,
} from '@opal/contract/collections/favourites'
import type { Address } from '@opal/domain/address'
import { addFavourites, countFavourites, removeFavourite } from '@opal/store/accounts/favourites'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError, NodeUnavailableError, TooManyFavouritesError } from '../../errors.ts'
import { defineWalletRoute } from '../../http/routes/route.ts'
import { rankCollections } from './load-collections.ts'

export const listFavouriteCollectionsRoute = defineWalletRoute(
  listFavouriteCollections,
  (context, { query }, { wallet }) =>
    rankCollections(context, query, parseCollectionSort(query), {
      wallet,
      isWashOut: query.wash === 'exclude',
      window: query.window,
      favouritesOf: wallet,
    }),
)

export const setFavouriteRoute = defineWalletRoute(setFavourite, async (context, { body }, { wallet }) => {
  const { collectionId } = body
  if (body.delete) {
    await removeFavourite(context.store, wallet, collectionId)
    return { collectionId, favorite: false }
  }
  const added = await addWithinLimit(context, wallet, [collectionId])
  if (added.length === 0) throw new CollectionNotFoundError(collectionId)
  return { collectionId, favorite: true }
})

export const saveCollectionsRoute = defineWalletRoute(saveCollections, async (context, { body }, { wallet }) => {
  return { saved: [...(await addWithinLimit(context, wallet, body.collections))] }
})

/**
 * Adds favourites up to what a wallet may keep. Few are enough for a wallet that the chain does not know; the node is asked
 * only about one that wants more.
 * @throws TooManyFavouritesError, NodeUnavailableError
 */
async function addWithinLimit(
  { store, node }: Pick<ApiContext, 'store' | 'node'>,
  wallet: Address,
  collectionIds: readonly string[],
): Promise<readonly string[]> {
  const wanted = await countFavourites(store, wallet, collectionIds)
  if (wanted > MAX_FAVOURITES) throw new TooManyFavouritesError(MAX_FAVOURITES)
  const max = wanted > MAX_UNKNOWN_FAVOURITES ? MAX_FAVOURITES : MAX_UNKNOWN_FAVOURITES
  if (max === MAX_FAVOURITES && !(await isKnown(node, wallet))) throw new TooManyFavouritesError(MAX_UNKNOWN_FAVOURITES)
  // Checks the limit again: a concurrent request may have added favourites since the count.
  const added = await addFavourites(store, wallet, collectionIds, max)
  if (added === null) throw new TooManyFavouritesError(max)
  return added
}

async function isKnown(node: ApiContext['node'], wallet: Address): Promise<boolean> {
  try {
    return await node.isKnown(wallet)
  } catch (cause) {
    if (cause instanceof NodeUnreachableError || cause instanceof NodeRefusedError)
      throw new NodeUnavailableError({ cause })
    throw cause
  }
}
