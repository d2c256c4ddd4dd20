import type { MarketplaceInfo } from '@opal/contract/network'
import type { Token } from '@opal/contract/tokens'
import { canBidOn, canBuyOn, canDelistOn, canListOn, canUpdatePriceOn } from '../order/marketplace-abilities.ts'
import type { TradeKind } from '../order/trade-request.ts'

/** What a viewer may do with a token, by the kind of trade. */
export type TokenAction = Extract<
  TradeKind,
  'buy' | 'list' | 'update-price' | 'relist' | 'delist' | 'transfer' | 'token-bid' | 'bid-above-floor'
>

/** A token as far as its actions depend on it. */
export interface ActionableToken extends Pick<Token, 'owner' | 'listedPrice' | 'marketplace' | 'rarity'> {
  /** Of its collection; null where it is not known: then it is rare to nobody. */
  readonly supply: number | null
}

/**
 * What a viewer may do with a token: the one thing that stands out first, the rest after it.
 *
 * Buying and bidding are offered to visitors too: they lead to the connect dialog. Nobody buys from themselves or bids on
 * what is theirs, and nothing is offered that the venue does not take now. Selling into a bid is not among them: what a
 * holder could take is asked of the API.
 *
 * @param viewer address of the connected wallet, or null.
 * @source docs/product/tokens-and-filters.md#token-actions
 */
export function tokenActions(
  token: ActionableToken,
  viewer: string | null,
  venues: readonly MarketplaceInfo[],
): readonly TokenAction[] {
  if (token.owner === null) return []
  const venue = venues.find(({ id }) => id === token.marketplace)
  if (token.owner.walletAddress !== viewer) return strangersActions(token, venue, venues)
  return token.listedPrice === null ? holdersActions(venues) : sellersActions(venue, venues)
}

function strangersActions(
  token: ActionableToken,
  venue: MarketplaceInfo | undefined,
  venues: readonly MarketplaceInfo[],
): readonly TokenAction[] {
  const canBid = venues.some((one) => canBidOn(one, 'token'))
  return only([
    ['buy', token.listedPrice !== null && canBuyOn(venue)],
    ['token-bid', canBid],
    ['bid-above-floor', canBid && isRare(token)],
  ])
}

function holdersActions(venues: readonly MarketplaceInfo[]): readonly TokenAction[] {
  return only([
    ['list', venues.some(canListOn)],
    ['transfer', true],
  ])
}

function sellersActions(
  venue: MarketplaceInfo | undefined,
  venues: readonly MarketplaceInfo[],
): readonly TokenAction[] {
  const native = venues.find(({ isNative }) => isNative)
  return only([
    ['update-price', canUpdatePriceOn(venue)],
    ['relist', venue?.isNative === false && canDelistOn(venue) && canListOn(native)],
    ['delist', canDelistOn(venue)],
  ])
}

function only(offers: readonly (readonly [TokenAction, boolean])[]): readonly TokenAction[] {
  return offers.filter(([, isOffered]) => isOffered).map(([action]) => action)
}

/** Is a token rare enough for bids above the floor? @source docs/product/bids.md#above-the-floor */
export function isRare({ rarity, supply }: Pick<ActionableToken, 'rarity' | 'supply'>): boolean {
  return rarity !== null && supply !== null && rarity * 10 <= supply
}
