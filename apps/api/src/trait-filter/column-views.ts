import { firstPlace } from '@opal/domain/first-place'
import { memoize } from '@opal/domain/memoize'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** Listed tokens in the order of their prices: a price range is a slice, and the first match is the cheapest. */
export interface PriceOrder {
  /** Cheapest first, ties by position. */
  readonly tokens: Uint32Array
  readonly prices: BigUint64Array
}

/** Returns the order of what is listed, sorted once for each state of a collection's listings. */
export function priceOrder({ prices }: Pick<ListedTokens, 'prices'>): PriceOrder {
  return sorted(prices)
}

const sorted = memoize((prices: ListedTokens['prices']): PriceOrder => {
  const entries = sortedEntries(prices)
  return {
    tokens: Uint32Array.from(entries, ({ token }) => token),
    prices: BigUint64Array.from(entries, ({ value }) => value),
  }
})

/** Returns tokens with their values, the lowest first, ties by position. What is in order already is looked at once. */
function sortedEntries(
  values: ReadonlyMap<number, bigint>,
): readonly { readonly token: number; readonly value: bigint }[] {
  // Numbers compare several times as fast as bigints, which decide where two are rounded to the same.
  const entries = [...values].map(([token, value]) => ({ token, value, rounded: Number(value) }))
  return entries.sort(
    (left, right) =>
      left.rounded - right.rounded ||
      (left.value === right.value ? left.token - right.token : left.value < right.value ? -1 : 1),
  )
}

const placedOrders = new WeakMap<ListedTokens['placedAt'], Uint32Array>()

/** Returns the listed tokens in the order of their times of listing, the earliest first, ties by position; sorted once likewise. */
export function placedOrder({ placedAt }: Pick<ListedTokens, 'placedAt'>): Uint32Array {
  const known = placedOrders.get(placedAt)
  if (known !== undefined) return known
  const order = Uint32Array.from(sortedEntries(placedAt), ({ token }) => token)
  placedOrders.set(placedAt, order)
  return order
}

/** Returns {@link placedOrder} where it was asked for, else the order in which the times are there. */
export function knownPlacedOrder({ placedAt }: Pick<ListedTokens, 'placedAt'>): Iterable<number> {
  return placedOrders.get(placedAt) ?? placedAt.keys()
}

/** Returns the first place whose price is at least `octas`. */
export function placeOfPrice({ prices }: PriceOrder, octas: bigint): number {
  return firstPlace(prices.length, (place) => (prices[place] ?? 0n) >= octas)
}

/** A table's columns in some order of the tokens, so that counting reads memory in sequence. */
export interface ColumnView {
  /** Token at each place; null where places are tokens. */
  readonly tokens: Uint32Array | null
  /** For each of the table's columns, by place: position of the value plus one; 0 for none. */
  readonly values: readonly (Uint16Array | Uint32Array)[]
  /** By place; 0 for tokens without a rank. */
  readonly ranks: Uint32Array
}

/** Returns all tokens in the order of their ids. */
export function wholeView({ columns, ranks }: TraitColumns): ColumnView {
  return { tokens: null, values: columns.map(({ first }) => first), ranks }
}

/** Returns the listed tokens' columns in the order of prices; computed once per state of a collection's listings. */
export function priceView(table: TraitColumns, listed: ListedTokens): ColumnView {
  return priceViewsOf(table)(listed)
}

const priceViewsOf = memoize((table: TraitColumns) =>
  memoize((listed: ListedTokens): ColumnView => {
    const { tokens } = priceOrder(listed)
    return {
      tokens,
      values: table.columns.map(({ first, values }) => {
        const inOrder = tokens.map((token) => first[token] ?? 0)
        return values.length < 65_536 ? new Uint16Array(inOrder) : inOrder
      }),
      ranks: tokens.map((token) => table.ranks[token] ?? 0),
    }
  }),
)
