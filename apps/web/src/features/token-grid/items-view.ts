import { TOKEN_SORTS, type TokenSort } from '@opal/contract/constants/sorts'
import type { MarketplaceInfo } from '@opal/contract/network'
import { isMarketplaceChoice } from '../../entities/order/marketplace-choice.ts'
import { parseTraitChoices, putTraitChoices, type TraitChoice } from '../../entities/token/trait-choice.ts'
import { amountAdvice, parseApt, plainApt } from '../../shared/format/apt.ts'

/** The view of a collection's items, all in the address. */
export interface ItemsView {
  readonly sort: TokenSort
  readonly listedOnly: boolean
  /** Regular expression on the name; empty for none. */
  readonly name: string
  /** Octas; null for no bound. */
  readonly minPrice: bigint | null
  readonly maxPrice: bigint | null
  readonly marketplace: string | null
  /** Ranks by rarity, 1 is the rarest; null for no bound. */
  readonly minRank: number | null
  readonly maxRank: number | null
  readonly traits: readonly TraitChoice[]
}

/** All items, the cheapest first. */
export const DEFAULT_ITEMS_VIEW: ItemsView = {
  sort: 'price_asc',
  listedOnly: false,
  name: '',
  minPrice: null,
  maxPrice: null,
  marketplace: null,
  minRank: null,
  maxRank: null,
  traits: [],
}

/** Longest text of a name filter, as the contract has it. */
export const MAX_NAME_FILTER = 80

/** An item's number, as people type it. */
const NUMBER = /^#?\d+$/

/**
 * Returns the order of items while none is chosen: the cheapest first, but of those whose name has a number the shortest name first, so
 * that #17 is before #170.
 */
function defaultSort(name: string): TokenSort {
  return NUMBER.test(name.trim()) ? 'name_asc' : DEFAULT_ITEMS_VIEW.sort
}

/** Returns a view that filters by another name. The order changes with it unless another one was chosen. */
export function withName(view: ItemsView, name: string): ItemsView {
  return { ...view, name, sort: view.sort === defaultSort(view.name) ? defaultSort(name) : view.sort }
}

/** Returns a view without filters, in the order that was chosen. */
export function withoutFilters(view: ItemsView): ItemsView {
  return { ...DEFAULT_ITEMS_VIEW, sort: withName(view, '').sort }
}

/** Reads the address; anything it does not know reads as the default. */
export function parseItemsView(search: URLSearchParams, marketplaces: readonly MarketplaceInfo[] = []): ItemsView {
  const marketplace = search.get('marketplace')
  const name = (search.get('name') ?? '').slice(0, MAX_NAME_FILTER)
  return {
    sort: TOKEN_SORTS.find((sort) => sort === search.get('sort')) ?? defaultSort(name),
    listedOnly: search.get('listed') === 'true',
    name,
    minPrice: priceBound(search.get('min')),
    maxPrice: priceBound(search.get('max')),
    marketplace: marketplace !== null && isMarketplaceChoice(marketplace, marketplaces) ? marketplace : null,
    minRank: parseRank(search.get('rankMin')),
    maxRank: parseRank(search.get('rankMax')),
    traits: parseTraitChoices(search),
  }
}

/** Puts a view into an address, keeping what belongs to others (tab, open dialog). Defaults are left out. */
export function applyItemsView(search: URLSearchParams, view: ItemsView): URLSearchParams {
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value))
  put('sort', view.sort === defaultSort(view.name) ? null : view.sort)
  put('listed', view.listedOnly ? 'true' : null)
  put('name', view.name === '' ? null : view.name)
  put('min', view.minPrice === null ? null : plainApt(view.minPrice))
  put('max', view.maxPrice === null ? null : plainApt(view.maxPrice))
  put('marketplace', view.marketplace)
  put('rankMin', view.minRank === null ? null : String(view.minRank))
  put('rankMax', view.maxRank === null ? null : String(view.maxRank))
  putTraitChoices(next, view.traits)
  return next
}

/** Counts the active filters, without the order. */
export function countFilters(view: ItemsView): number {
  const on = [
    view.listedOnly,
    view.name !== '',
    view.minPrice !== null || view.maxPrice !== null,
    view.marketplace !== null,
    view.minRank !== null || view.maxRank !== null,
  ]
  return on.filter(Boolean).length + view.traits.length
}

/** The highest rank that the contract takes. */
const LARGEST_RANK = 10_000_000

/** Reads a rank: a whole number from 1. @returns null for anything else. */
export function parseRank(text: string | null): number | null {
  if (text === null || !/^\d{1,8}$/.test(text)) return null
  const rank = Number(text)
  return rank >= 1 && rank <= LARGEST_RANK ? rank : null
}

/** Prices above this are refused by the contract. @source docs/product/tokens-and-filters.md#price-filter */
const LARGEST_BOUND = 10n ** 16n

/** Parses a typed bound of prices. @returns octas; null for what is no amount, or one that the contract refuses as too large. */
export function parsePriceBound(text: string): bigint | null {
  const octas = parseApt(text)
  return octas === null || octas > LARGEST_BOUND ? null : octas
}

/** Returns what is wrong with a text that {@link parsePriceBound} does not read. */
export function priceBoundAdvice(text: string): string {
  return parseApt(text) === null ? amountAdvice(text) : 'Enter a smaller amount'
}

function priceBound(text: string | null): bigint | null {
  const octas = text === null ? null : parsePriceBound(text)
  return octas === null || octas < 0n ? null : octas
}
