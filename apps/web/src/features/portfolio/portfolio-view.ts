import { HELD_TOKENS_SORTS, type HeldTokensSort } from '@opal/contract/constants/held-tokens-sorts'
import type { MarketplaceInfo } from '@opal/contract/network'
import { isMarketplaceChoice } from '../../entities/order/marketplace-choice.ts'

/** The tabs of a portfolio, in their order. */
export const PORTFOLIO_TABS = [
  'items',
  'listings',
  'bids-made',
  'bids-received',
  'claimable',
  'activity',
  'pnl',
  'exit',
  'hidden',
] as const
export type PortfolioTab = (typeof PORTFOLIO_TABS)[number]

/** Orders of the bids received: most for the seller first, highest first, newest first. */
export const BID_SORTS = ['net', 'price', 'date'] as const
export type BidSort = (typeof BID_SORTS)[number]

/** Least percents of its cost that an item of the exit has to bring; 0 for none. */
export const LEAST_OF_COST = ['0', '50', '80', '100'] as const
export type LeastOfCost = (typeof LEAST_OF_COST)[number]

/** The view of a portfolio, all in the address. */
export interface PortfolioView {
  readonly tab: PortfolioTab
  readonly filter: 'all' | 'listed' | 'unlisted'
  /** Id of the one collection that is shown; null for all. */
  readonly collection: string | null
  /** Only what is listed on these marketplaces. */
  readonly marketplaces: readonly string[]
  readonly sort: HeldTokensSort
  readonly order: 'asc' | 'desc'
  /** Part of the name of the collections in the list at the left. */
  readonly search: string
  readonly bids: 'all' | 'active' | 'expired'
  /** Order of the bids received. */
  readonly bidSort: BidSort
  /** Whether the listings that are reserved for the wallet are listed among the bids received. */
  readonly reserved: 'folded' | 'shown'
  readonly lots: 'all' | 'held' | 'sold'
  readonly cost: 'any' | 'known' | 'unknown'
  readonly least: LeastOfCost
}

/** The view of an address without parameters. */
export const DEFAULT_PORTFOLIO_VIEW: PortfolioView = {
  tab: 'items',
  filter: 'all',
  collection: null,
  marketplaces: [],
  sort: 'value',
  order: 'desc',
  search: '',
  bids: 'all',
  bidSort: 'net',
  reserved: 'folded',
  lots: 'all',
  cost: 'any',
  least: '0',
}

/** Returns the default direction of an order: the most valuable first, everything else from its beginning. */
export function orderOf(sort: HeldTokensSort): 'asc' | 'desc' {
  return sort === 'value' ? 'desc' : 'asc'
}

/** Returns the view after a press on the header of a column: sorted by it, the other way round where it was already. */
export function sortByColumn(view: PortfolioView, columnId: string): PortfolioView {
  const sort = HELD_TOKENS_SORTS.find((known) => known === columnId)
  if (sort === undefined) return view
  const turned = view.order === 'asc' ? 'desc' : 'asc'
  return { ...view, sort, order: sort === view.sort ? turned : orderOf(sort) }
}

const COLLECTION_ID = /^0x[0-9a-f]{64}$/
const MAX_MARKETPLACES = 20
/** Longest text of a search for collections, as the contract has it. */
export const MAX_SEARCH = 100

/** Reads the address; anything it does not know reads as the default. */
export function parsePortfolioView(
  search: URLSearchParams,
  marketplaces: readonly MarketplaceInfo[] = [],
): PortfolioView {
  const collection = search.get('collection') ?? ''
  const sort = oneOf([DEFAULT_PORTFOLIO_VIEW.sort, ...HELD_TOKENS_SORTS], search.get('sort'))
  return {
    tab: oneOf(PORTFOLIO_TABS, search.get('tab')),
    filter: oneOf(['all', 'listed', 'unlisted'], search.get('filter')),
    collection: COLLECTION_ID.test(collection) ? collection : null,
    marketplaces: [...new Set(search.getAll('market'))]
      .filter((id) => isMarketplaceChoice(id, marketplaces))
      .slice(0, MAX_MARKETPLACES),
    sort,
    order: oneOf([orderOf(sort), 'asc', 'desc'], search.get('order')),
    search: (search.get('search') ?? '').slice(0, MAX_SEARCH),
    bids: oneOf(['all', 'active', 'expired'], search.get('bids')),
    bidSort: oneOf(BID_SORTS, search.get('bidSort')),
    reserved: oneOf(['folded', 'shown'], search.get('reserved')),
    lots: oneOf(['all', 'held', 'sold'], search.get('lots')),
    cost: oneOf(['any', 'known', 'unknown'], search.get('cost')),
    least: oneOf(LEAST_OF_COST, search.get('least')),
  }
}

/** Puts a view into an address, keeping what belongs to others (open dialog, activity's filters). Defaults are left out. */
export function applyPortfolioView(search: URLSearchParams, view: PortfolioView): URLSearchParams {
  const next = new URLSearchParams(search)
  const usual = { ...DEFAULT_PORTFOLIO_VIEW, order: orderOf(view.sort) }
  const put = (name: keyof PortfolioView, value: string | null) => {
    if (value === null || value === usual[name]) next.delete(name)
    else next.set(name, value)
  }
  put('tab', view.tab)
  put('filter', view.filter)
  put('collection', view.collection)
  next.delete('market')
  for (const id of view.marketplaces) next.append('market', id)
  put('sort', view.sort)
  put('order', view.order)
  put('search', view.search)
  put('bids', view.bids)
  put('bidSort', view.bidSort)
  put('reserved', view.reserved)
  put('lots', view.lots)
  put('cost', view.cost)
  put('least', view.least)
  return next
}

function oneOf<const Value extends string>(values: readonly [Value, ...Value[]], text: string | null): Value {
  return values.find((value) => value === text) ?? values[0]
}
