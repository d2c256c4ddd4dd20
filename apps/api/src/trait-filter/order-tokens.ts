import type { TokenSort } from '@opal/contract/constants/sorts'
import { atOnce, inSteps } from '../event-loop.ts'
import { orderSteps } from './column-views.ts'
import { sortSteps } from './sort-steps.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** Values that tokens are sorted by and that change with trading, by position of the token. */
export interface SortValues extends ListedTokens {
  /** Last sales; needed for the order by these only, of all tokens where more are sorted than for one page. */
  readonly soldAt: SoldAt
}

/** Microseconds of the last sale of each token that was sold, by position, the latest first, of equal ones the last token. */
export type SoldAt = ReadonlyMap<number, bigint>

/** Most tokens that are sorted for one page. Sorting hundreds of thousands for each would occupy the process. */
export const MAX_SORTED = 5_000

/** Returns tokens in the order of the contract's `compareTokens`, by position. @param tokens in the order of ids, as positions are */
export async function orderTokens(
  table: TraitColumns,
  tokens: readonly number[],
  order: TokenSort,
  values: SortValues,
): Promise<readonly number[]> {
  if (tokens.length <= MAX_SORTED) return sortTokens(table, tokens, order, values)
  const { inOrder, placeOf } = await placesOf(table, order, values)
  const places = Uint32Array.from(tokens, (token) => placeOf[token] ?? 0).sort()
  return Array.from(places, (place) => inOrder[place] ?? 0)
}

/** All tokens of a collection in an order, and the place of each in it. */
interface Places {
  readonly inOrder: Uint32Array
  readonly placeOf: Uint32Array
}

interface Sorting {
  readonly table: TraitColumns
  readonly places: Promise<Places>
}

/** By what tokens are sorted by: dropped with it, as a change of prices makes new ones. */
const sortings = new WeakMap<object, Map<TokenSort, Sorting>>()

/**
 * Returns the places of all tokens. Sorts them once, for all who ask meanwhile, for each state of what they are sorted by: the collection, its prices, its
 * times of listing or its last sales.
 */
function placesOf(table: TraitColumns, order: TokenSort, values: SortValues): Promise<Places> {
  const source = sourceOf(table, order, values)
  const known = sortings.get(source) ?? new Map<TokenSort, Sorting>()
  const sorting = known.get(order)
  if (sorting?.table === table) return sorting.places
  const places = inSteps(placesSteps(table, order, values))
  sortings.set(source, known.set(order, { table, places }))
  return places
}

function* placesSteps(table: TraitColumns, order: TokenSort, values: SortValues): Generator<undefined, Places> {
  const inOrder = yield* allInOrder(table, order, values)
  const placeOf = new Uint32Array(inOrder.length)
  inOrder.forEach((token, place) => {
    placeOf[token] = place
  })
  return { inOrder, placeOf }
}

function sourceOf(table: TraitColumns, order: TokenSort, { prices, placedAt, soldAt }: SortValues): object {
  if (order === 'price_asc' || order === 'price_desc') return prices
  if (order === 'last_sale_desc') return soldAt
  return order === 'listed_desc' ? placedAt : table
}

/** Returns all tokens in an order, in steps where they have to be sorted. */
function* allInOrder(table: TraitColumns, order: TokenSort, values: SortValues): Generator<undefined, Uint32Array> {
  const all = [...table.ids.keys()]
  switch (order) {
    case 'price_asc':
    case 'price_desc':
    case 'listed_desc':
      return yield* byListing(all, order, values)
    case 'last_sale_desc':
      return Uint32Array.from(byLastSale(all, values.soldAt))
    case 'rarity_asc':
    case 'rarity_desc':
      return yield* sortSteps(all, compareRanks(table, order))
    case 'name_asc':
      return yield* sortSteps(all, yield* nameOrder(table.names))
  }
}

/** Takes over the order in which what is listed is known already. */
function* byListing(
  tokens: readonly number[],
  order: TokenSort,
  values: SortValues,
): Generator<undefined, Uint32Array> {
  const { tokens: listed } = yield* orderSteps(order === 'listed_desc' ? values.placedAt : values.prices)
  const inOrder = new Uint32Array(tokens.length)
  inOrder.set(order === 'price_asc' ? listed : listed.toReversed())
  inOrder.set(
    tokens.filter((token) => !values.prices.has(token)),
    listed.length,
  )
  return inOrder
}

function sortTokens(
  table: TraitColumns,
  tokens: readonly number[],
  order: TokenSort,
  { prices, placedAt, soldAt }: SortValues,
): readonly number[] {
  switch (order) {
    case 'price_asc':
    case 'price_desc':
      return byValue(tokens, (token) => prices.get(token), order === 'price_desc')
    case 'listed_desc':
      return byValue(tokens, (token) => placedAt.get(token), true)
    case 'last_sale_desc':
      return byLastSale(tokens, soldAt)
    case 'rarity_asc':
    case 'rarity_desc':
      return tokens.toSorted(compareRanks(table, order))
    case 'name_asc':
      return byName(table, tokens)
  }
}

function byValue(
  tokens: readonly number[],
  sortValue: (token: number) => bigint | undefined,
  descending: boolean,
): readonly number[] {
  const withValue = tokens.flatMap((token) => {
    const value = sortValue(token)
    return value === undefined ? [] : [{ token, value }]
  })
  const sign = descending ? -1 : 1
  withValue.sort(
    (left, right) => (left.value === right.value ? left.token - right.token : left.value < right.value ? -1 : 1) * sign,
  )
  const without = tokens.filter((token) => sortValue(token) === undefined)
  return [...withValue.map(({ token }) => token), ...without]
}

function byLastSale(tokens: readonly number[], soldAt: SoldAt): readonly number[] {
  const asked = new Set(tokens)
  const sold = [...soldAt.keys()].filter((token) => asked.has(token))
  return [...sold, ...tokens.filter((token) => !soldAt.has(token)).reverse()]
}

type Compare = (left: number, right: number) => number

/** Compares tokens by their ranks; those without one come last. */
function compareRanks({ ranks }: TraitColumns, order: TokenSort): Compare {
  const sign = order === 'rarity_desc' ? -1 : 1
  return (left, right) => {
    const [one, other] = [ranks[left] ?? 0, ranks[right] ?? 0]
    if (one === 0 || other === 0) return one === other ? left - right : one === 0 ? 1 : -1
    return (one - other || left - right) * sign
  }
}

/** Sorts as the contract's `compareTokenNames` compares. */
function byName(table: TraitColumns, tokens: readonly number[]): readonly number[] {
  const compare = atOnce(nameOrder(tokens.map((token) => table.names[token] ?? '')))
  return Array.from(tokens.keys())
    .sort(compare)
    .map((at) => tokens[at] ?? 0)
}

/** Names of which the sort keys are made in one step. */
const STEP_NAMES = 20_000

/** Returns how names compare, by their places, from sort keys that are made of each once: its code points, and a text that compares as these do. */
function* nameOrder(names: readonly string[]): Generator<undefined, Compare> {
  const lengths = new Uint32Array(names.length)
  const texts: string[] = []
  for (const [at, name] of names.entries()) {
    if (at % STEP_NAMES === STEP_NAMES - 1) yield
    lengths[at] = name.length - (name.match(/[\udc00-\udfff]/g)?.length ?? 0)
    texts.push(codePointOrder(name))
  }
  return (left, right) => {
    const [one, other] = [texts[left] ?? '', texts[right] ?? '']
    const difference = (lengths[left] ?? 0) - (lengths[right] ?? 0)
    return difference || (one === other ? left - right : one < other ? -1 : 1)
  }
}

/**
 * Returns a text whose UTF-16 units compare as the code points of the name: surrogates encode the highest ones, but have lower
 * units than U+E000 and above.
 */
function codePointOrder(name: string): string {
  return name.replace(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000)
  })
}
