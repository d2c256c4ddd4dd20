import type { TokenSort } from '@opal/contract/constants/sorts'
import { memoize } from '@opal/domain/memoize'
import { placedOrder, priceOrder } from './column-views.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** Values that tokens are sorted by and that change with trading, by position of the token. */
export interface SortValues extends ListedTokens {
  /**
   * Microseconds of the last sale, the latest first, of equal ones the last token; needed for the order by last sale only. Sales would have to
   * be sorted for each page.
   */
  readonly soldAt: ReadonlyMap<number, bigint>
}

/** Most tokens that are sorted for one page. Sorting hundreds of thousands for each would block all other calls. */
const MAX_SORTED = 5_000

/** Returns tokens in the order of the contract's `compareTokens`, by position; positions are in the order of ids. */
export function orderTokens(
  table: TraitColumns,
  tokens: readonly number[],
  order: TokenSort,
  values: SortValues,
): readonly number[] {
  if (tokens.length <= MAX_SORTED || order === 'last_sale_desc') return sortTokens(table, tokens, order, values)
  const { inOrder, placeOf } = placesOf(table, order, values)
  const places = Uint32Array.from(tokens, (token) => placeOf[token] ?? 0).sort()
  return Array.from(places, (place) => inOrder[place] ?? 0)
}

/** All tokens of a collection in an order, and the place of each in it. */
interface Places {
  readonly inOrder: Uint32Array
  readonly placeOf: Uint32Array
}

/** By what tokens are sorted by: dropped with it, as a change of prices makes new ones. */
const cachedPlaces = new WeakMap<object, Map<TokenSort, { readonly table: TraitColumns; readonly places: Places }>>()

/** Returns the places of all tokens. Sorts them once for each state of what they are sorted by: the collection, its prices or its times of listing. */
function placesOf(table: TraitColumns, order: TokenSort, values: SortValues): Places {
  const source = sourceOf(table, order, values)
  const known = cachedPlaces.get(source) ?? new Map()
  const entry = known.get(order)
  if (entry?.table === table) return entry.places
  const all = [...table.ids.keys()]
  const isByListing = order === 'price_asc' || order === 'price_desc' || order === 'listed_desc'
  const inOrder = isByListing ? byListing(all, order, values) : Uint32Array.from(sortTokens(table, all, order, values))
  const placeOf = new Uint32Array(inOrder.length)
  inOrder.forEach((token, place) => {
    placeOf[token] = place
  })
  const places = { inOrder, placeOf }
  cachedPlaces.set(source, known.set(order, { table, places }))
  return places
}

/** Takes over the order in which what is listed is known already. */
function byListing(tokens: readonly number[], order: TokenSort, values: SortValues): Uint32Array {
  const listed = order === 'listed_desc' ? placedOrder(values) : priceOrder(values).tokens
  const inOrder = new Uint32Array(tokens.length)
  inOrder.set(order === 'price_asc' ? listed : listed.toReversed())
  inOrder.set(
    tokens.filter((token) => !values.prices.has(token)),
    listed.length,
  )
  return inOrder
}

function sourceOf(table: TraitColumns, order: TokenSort, { prices, placedAt }: SortValues): object {
  if (order === 'price_asc' || order === 'price_desc') return prices
  return order === 'listed_desc' ? placedAt : table
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
      return byValue(tokens, (token) => BigInt(table.ranks[token] ?? 0) || undefined, order === 'rarity_desc')
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

function byLastSale(tokens: readonly number[], soldAt: SortValues['soldAt']): readonly number[] {
  const asked = new Set(tokens)
  const sold = [...soldAt.keys()].filter((token) => asked.has(token))
  const unsold = Uint32Array.from(tokens.filter((token) => !soldAt.has(token)))
  return [...sold, ...unsold.sort().reverse()]
}

interface NameKeys {
  /** Code points of each name. */
  readonly lengths: Uint32Array
  /** Texts that compare as the code points of the names do. */
  readonly texts: readonly string[]
}

/** Sorts as the contract's `compareTokenNames` compares, by keys that are made of each name once. */
function byName(table: TraitColumns, tokens: readonly number[]): readonly number[] {
  const { lengths, texts } = nameKeysOf(table)
  return [...tokens].sort((left, right) => {
    const [one, other] = [texts[left] ?? '', texts[right] ?? '']
    const difference = (lengths[left] ?? 0) - (lengths[right] ?? 0)
    return difference || (one === other ? left - right : one < other ? -1 : 1)
  })
}

const nameKeysOf = memoize(
  ({ names }: TraitColumns): NameKeys => ({
    lengths: Uint32Array.from(names, (name) => name.length - (name.match(/[\udc00-\udfff]/g)?.length ?? 0)),
    texts: names.map(codePointOrder),
  }),
)

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
