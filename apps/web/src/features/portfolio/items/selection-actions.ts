import type { BidItem } from '@opal/contract/bids'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { MarketplaceInfo } from '@opal/contract/network'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { compareOctas, sumOctas } from '@opal/domain/prices/octas'
import {
  canCancelBidOn,
  canDelistOn,
  canEditListing,
  canListOn,
} from '../../../entities/order/marketplace-abilities.ts'
import { bidKey } from '../../../entities/order/pending-bids.ts'
import type { TradeRequest, TradeSale, TradeToken } from '../../../entities/order/trade-request.ts'
import { editionKey } from '../../../entities/token/edition.ts'
import type { OwnListing } from '../listings/listing-columns.tsx'
import { toTradeBid } from '../rows/to-trade-bid.ts'
import { ownListingOf, toTradeToken } from '../rows/to-trade-token.ts'

/** A trade of the selected rows that fit it. */
export interface SelectionAction {
  readonly id: 'list' | 'reprice' | 'delist' | 'move' | 'accept' | 'transfer' | 'cancel'
  /** With the number of rows. */
  readonly label: string
  /** Number of rows that its transaction takes. */
  readonly count: number
  /** Number of rows to which it applies. */
  readonly total: number
  readonly request: TradeRequest
}

/**
 * Returns the actions that fit at least one of the selected items of the wallet, each with the items that it fits.
 * @source docs/product/portfolio-and-pnl.md#selection
 */
export function selectionActions(
  items: readonly PortfolioToken[],
  marketplaces: readonly MarketplaceInfo[],
): readonly SelectionAction[] {
  const native = marketplaces.find(({ isNative }) => isNative)
  const { canDelist, canEdit } = listingAbilities(marketplaces)
  const isElsewhere = ({ marketplace }: Listing) =>
    marketplaces.some(({ id, isNative }) => id === marketplace && !isNative)
  const tokens = (fits: (item: PortfolioToken, listing: Listing | null) => boolean) =>
    items.filter((item) => fits(item, ownListingOf(item))).map((item) => toTradeToken(item))
  const listed = (fits: (listing: Listing) => boolean) => tokens((_, listing) => listing !== null && fits(listing))
  const unlisted = tokens((_, listing) => listing === null)
  const movable = canListOn(native) ? listed((listing) => isElsewhere(listing) && canDelist(listing)) : []
  return [
    ...batchAction('list', 'List', 'list', marketplaces.some(canListOn) ? unlisted : []),
    ...batchAction('reprice', editLabel, 'update-price', listed(canEdit)),
    ...batchAction('delist', 'Delist', 'delist', listed(canDelist)),
    ...batchAction('move', `Move to ${native?.displayName}`, 'relist', movable),
    ...acceptAction(items),
    ...batchAction('transfer', 'Transfer', 'transfer', unlisted),
  ]
}

/** Returns the sale of items into their best bids. */
function acceptAction(items: readonly PortfolioToken[]): readonly SelectionAction[] {
  const sales = items.flatMap((item) => {
    const { bestExit } = item
    if (bestExit === null) return []
    const { netOctas, fillable } = bestExit
    return [{ token: toTradeToken(item), netOctas, bid: bidKey(bestExit), fillable: Number(fillable) }]
  })
  return saleAction((count) => (count === '1' ? 'Accept best bid' : `Accept ${count} best bids`), sales, leastOfBids)
}

/** A sale into the best bid of an item, which takes this many items of the wallet or others. */
interface BestSale extends PlannedSale {
  readonly bid: string
  readonly fillable: number
}

/**
 * Returns the octas that sales into their best bids bring at least. A bid that is the best one for more items than it takes counts as often as
 * it can be filled, for the items that it brings least for.
 */
function leastOfBids(sales: readonly BestSale[]): bigint {
  const counted = [...Map.groupBy(sales, ({ bid }) => bid).values()].flatMap((some) =>
    some
      .map(({ netOctas }) => BigInt(netOctas))
      .toSorted(compareOctas)
      .slice(0, some[0]?.fillable),
  )
  return sumOctas(counted)
}

/**
 * Returns the actions that fit at least one of the selected listings, each with the listings that it fits. Of several listings
 * of one token it takes the first: a transaction names a token once.
 */
export function listingActions(
  rows: readonly OwnListing[],
  marketplaces: readonly MarketplaceInfo[],
): readonly SelectionAction[] {
  const { canDelist, canEdit } = listingAbilities(marketplaces)
  const tokens = (fits: (listing: Listing) => boolean) => {
    const byToken = new Map<string, TradeToken>()
    for (const { token, listing } of rows) {
      const key = editionKey(token)
      if (fits(listing) && !byToken.has(key)) byToken.set(key, toTradeToken(token, listing))
    }
    return [...byToken.values()]
  }
  return [
    ...batchAction('reprice', editLabel, 'update-price', tokens(canEdit)),
    ...batchAction('delist', 'Delist', 'delist', tokens(canDelist)),
  ]
}

/** Returns the action on the selected bids of the wallet: it cancels those whose marketplace allows that, in one transaction. */
export function bidActions(
  bids: readonly BidItem[],
  marketplaces: readonly MarketplaceInfo[],
): readonly SelectionAction[] {
  const cancellable = bids.filter((bid) =>
    canCancelBidOn(
      marketplaces.find(({ id }) => id === bid.marketplace),
      bid.tokenBid ? 'token' : 'collection',
    ),
  )
  const taken = cancellable.slice(0, MAX_TRADE_ITEMS)
  const count = taken.length
  if (count === 0) return []
  const total = cancellable.length
  const label = `Cancel ${partOf(count, total)} ${total === 1 ? 'bid' : 'bids'}`
  return [{ id: 'cancel', label, count, total, request: { kind: 'cancel-bid', bids: taken.map(toTradeBid) } }]
}

type Listing = OwnListing['listing']

/** Returns what the marketplace of a listing allows its seller to do with it. */
function listingAbilities(marketplaces: readonly MarketplaceInfo[]) {
  const marketplaceOf = (listing: Listing) => marketplaces.find(({ id }) => id === listing.marketplace)
  return {
    canDelist: (listing: Listing) => canDelistOn(marketplaceOf(listing)),
    canEdit: (listing: Listing) => canEditListing(listing, marketplaceOf(listing)),
  }
}

/** A token to sell, and what the page says that its sale brings after fee and royalty, in octas. */
interface PlannedSale {
  readonly token: TradeSale
  readonly netOctas: string
}

/**
 * Returns the sale of as many tokens as one transaction takes, as {@link batchAction} does, with what the page says that it brings.
 * @param sumOf returns what sales bring together, octas. Default: their sum.
 */
export function saleAction<Sale extends PlannedSale>(
  label: (count: string) => string,
  sales: readonly Sale[],
  sumOf: (sales: readonly Sale[]) => bigint = sumOfSales,
): readonly SelectionAction[] {
  const all = sales.map(({ token }) => token)
  return batchAction('accept', label, 'accept-bid', all).map((action) => {
    const [tokens, taken] = [all.slice(0, action.count), sales.slice(0, action.count)]
    const request: TradeRequest = { kind: 'accept-bid', tokens, shownOctas: String(sumOf(taken)) }
    return { ...action, request }
  })
}

function sumOfSales(sales: readonly PlannedSale[]): bigint {
  return sumOctas(sales.map(({ netOctas }) => BigInt(netOctas)))
}

type BatchKind = Extract<
  TradeRequest['kind'],
  'list' | 'update-price' | 'delist' | 'relist' | 'accept-bid' | 'transfer'
>

/** Returns a number of rows, and how many there are where that is more. */
function partOf(count: number, total: number): string {
  return count === total ? String(count) : `${count} of ${total}`
}

/** @example editLabel('2') // 'Edit 2 listings', as its dialog is titled */
export function editLabel(count: string): string {
  return `Edit ${count} ${count === '1' ? 'listing' : 'listings'}`
}

/** Returns an action on as many tokens as one transaction takes; nothing without tokens. */
export function batchAction(
  id: SelectionAction['id'],
  label: string | ((count: string) => string),
  kind: BatchKind,
  tokens: readonly TradeToken[],
): readonly SelectionAction[] {
  const taken = tokens.slice(0, MAX_TRADE_ITEMS)
  const count = taken.length
  const part = partOf(count, tokens.length)
  return count === 0
    ? []
    : [
        {
          id,
          label: typeof label === 'string' ? `${label} ${part}` : label(part),
          count,
          total: tokens.length,
          request: { kind, tokens: taken },
        },
      ]
}
