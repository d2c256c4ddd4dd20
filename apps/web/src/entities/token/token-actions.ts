import type { MarketplaceInfo } from '@opal/contract/network'
import type { Listing } from '@opal/contract/shapes/orders'
import type { Token } from '@opal/contract/tokens'
import { canBidOn, canBuyOn, canDelistOn, canEditListing, canListOn } from '../order/marketplace-abilities.ts'
import type { TradeKind } from '../order/trade-request.ts'

/** Trades that a viewer can be offered for a token. */
export type TokenAction = Extract<
  TradeKind,
  'buy' | 'list' | 'update-price' | 'relist' | 'delist' | 'transfer' | 'token-bid' | 'bid-above-floor'
>

/** The part of a token on which its actions depend. */
export interface ActionableToken extends Pick<Token, 'owner' | 'rarity'> {
  /** The viewer's own listing of it, else one that the viewer can buy; null without either. */
  readonly listing: Pick<Listing, 'marketplace' | 'validity'> | null
  /** Supply of its collection; null where it is unknown: then the token does not count as rare. */
  readonly supply: number | null
}

/**
 * Returns the trades that a viewer is offered for a token, the primary one first.
 *
 * Visitors are offered buying and bidding too, through the connect dialog. Owners cannot buy or bid on their own token, and
 * nothing is offered that the marketplace does not support now. Accepting a bid is not included: the API finds the best bid
 * of a holder.
 *
 * @param viewer address of the connected wallet, or null.
 * @source docs/product/tokens-and-filters.md#token-actions
 */
export function tokenActions(
  token: ActionableToken,
  viewer: string | null,
  marketplaces: readonly MarketplaceInfo[],
): readonly TokenAction[] {
  if (token.owner === null) return []
  if (token.owner.walletAddress !== viewer) return strangersActions(token, marketplaces)
  return token.listing === null ? holdersActions(marketplaces) : sellersActions(token.listing, marketplaces)
}

/** Returns the trades that a viewer is offered for a token of a list, which knows only the listing that everyone can buy. */
export function rowActions(
  token: Pick<Token, 'owner' | 'rarity' | 'listedPrice' | 'marketplace'>,
  viewer: string | null,
  marketplaces: readonly MarketplaceInfo[],
): readonly TokenAction[] {
  const { listedPrice, marketplace } = token
  const listing = listedPrice === null || marketplace === null ? null : { marketplace, validity: 'valid' as const }
  return tokenActions({ ...token, supply: null, listing }, viewer, marketplaces)
}

function strangersActions(token: ActionableToken, marketplaces: readonly MarketplaceInfo[]): readonly TokenAction[] {
  const canBid = marketplaces.some((one) => canBidOn(one, 'token'))
  return only([
    ['buy', token.listing !== null && canBuyOn(marketplaceOf(token.listing, marketplaces))],
    ['token-bid', canBid],
    ['bid-above-floor', canBid && isRare(token)],
  ])
}

function holdersActions(marketplaces: readonly MarketplaceInfo[]): readonly TokenAction[] {
  return only([
    ['list', marketplaces.some(canListOn)],
    ['transfer', true],
  ])
}

function sellersActions(
  listing: NonNullable<ActionableToken['listing']>,
  marketplaces: readonly MarketplaceInfo[],
): readonly TokenAction[] {
  const marketplace = marketplaceOf(listing, marketplaces)
  const native = marketplaces.find(({ isNative }) => isNative)
  return only([
    ['update-price', canEditListing(listing, marketplace)],
    ['relist', marketplace?.isNative === false && canDelistOn(marketplace) && canListOn(native)],
    ['delist', canDelistOn(marketplace)],
  ])
}

function marketplaceOf(
  { marketplace }: NonNullable<ActionableToken['listing']>,
  marketplaces: readonly MarketplaceInfo[],
): MarketplaceInfo | undefined {
  return marketplaces.find(({ id }) => id === marketplace)
}

function only(offers: readonly (readonly [TokenAction, boolean])[]): readonly TokenAction[] {
  return offers.filter(([, isOffered]) => isOffered).map(([action]) => action)
}

/** Returns whether a token is rare enough for bids above the floor. @source docs/product/bids.md#above-the-floor */
export function isRare({ rarity, supply }: Pick<ActionableToken, 'rarity' | 'supply'>): boolean {
  return rarity !== null && supply !== null && rarity * 10 <= supply
}
