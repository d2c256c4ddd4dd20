import type { MarketplaceInfo } from '@opal/contract/endpoints/get-network'
import type { Token } from '@opal/contract/shapes/token'
import { canBuyOn, canDelistOn, canListOn } from './marketplace-abilities.ts'

/** What a viewer may do with a token: at most one, because a token is theirs or not, listed or not. */
export type TokenAction = 'buy' | 'list' | 'delist' | 'none'

/**
 * The one thing a viewer may do with a token.
 *
 * Buying is offered to visitors too: it leads them to the connect dialog. A listing of one's own is never bought.
 *
 * @param viewer address of the connected wallet, or null.
 * @source spec, section 6 "Buy Now shows only if the token is listed and its owner is not the current wallet"
 */
export function tokenAction(
  token: Pick<Token, 'owner' | 'listedPrice' | 'marketplace'>,
  viewer: string | null,
  venues: readonly MarketplaceInfo[],
): TokenAction {
  const venue = venues.find(({ id }) => id === token.marketplace)
  const isOwn = viewer !== null && token.owner?.walletAddress === viewer
  if (isOwn) {
    if (token.listedPrice !== null) return canDelistOn(venue) ? 'delist' : 'none'
    return venues.some(canListOn) ? 'list' : 'none'
  }
  return token.owner !== null && token.listedPrice !== null && canBuyOn(venue) ? 'buy' : 'none'
}
