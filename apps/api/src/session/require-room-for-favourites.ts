import { NodeRefusedError, NodeUnreachableError } from '@opal/chain/rest/node-errors'
import { MAX_FAVOURITES, MAX_UNKNOWN_FAVOURITES } from '@opal/contract/favourites'
import type { Address } from '@opal/domain/address'
import { countFavourites } from '@opal/store/accounts/favourites'
import type { ApiContext } from '../context.ts'
import { NodeUnavailableError, TooManyFavouritesError } from '../errors.ts'

/**
 * Refuses favourites beyond what a wallet may keep. Few are enough for a wallet that the chain does not know; the node is
 * asked only about one that wants more.
 * @throws TooManyFavouritesError, NodeUnavailableError
 */
export async function requireRoomForFavourites(
  { store, node }: Pick<ApiContext, 'store' | 'node'>,
  wallet: Address,
  added: number,
): Promise<void> {
  const wanted = (await countFavourites(store, wallet)) + added
  if (wanted <= MAX_UNKNOWN_FAVOURITES) return
  if (wanted > MAX_FAVOURITES) throw new TooManyFavouritesError(MAX_FAVOURITES)
  if (!(await isKnown(node, wallet))) throw new TooManyFavouritesError(MAX_UNKNOWN_FAVOURITES)
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
