import { firstPlace } from '@opal/domain/first-place'
import { memoize } from '@opal/domain/memoize'
import { atOnce, memoizeSteps } from '../event-loop.ts'
import { sortSteps } from './sort-steps.ts'
import type { TraitColumn, TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** A value of each of some tokens, such as its price, by position. It is not changed: its order is known by it. */
type TokenValues = ReadonlyMap<number, bigint>

/** Tokens in the order of their values: a range of prices is a slice, and the first match is the cheapest. */
export interface TokenOrder {
  /** Those of the lowest value first, ties by position. */
  readonly tokens: Uint32Array
  readonly values: BigUint64Array
}

/** Tokens that are looked at in one step: other calls are answered between steps. */
const STEP_TOKENS = 20_000

const orders = new WeakMap<TokenValues, TokenOrder>()

/**
 * Returns the order of some values, in steps where it is not known yet. It is sorted once.
 * @param step for tests
 */
export const orderSteps = memoizeSteps(
  (values: TokenValues, step: number = STEP_TOKENS) => sortedOrder(values, step),
  orders,
)

/** Returns the order of what is listed by prices; {@link orderSteps} finds it in steps. */
export function priceOrder({ prices }: Pick<ListedTokens, 'prices'>): TokenOrder {
  return atOnce(orderSteps(prices))
}

function* sortedOrder(from: TokenValues, step: number): Generator<undefined, TokenOrder> {
  const [tokens, values] = [new Uint32Array(from.size), new BigUint64Array(from.size)]
  // Numbers compare several times as fast as bigints, which decide where two are rounded to the same.
  const rounded = new Float64Array(from.size)
  let at = 0
  for (const [token, value] of from) {
    tokens[at] = token
    values[at] = value
    rounded[at] = Number(value)
    at += 1
    if (at % step === 0) yield
  }
  const places = yield* sortSteps(
    tokens.keys(),
    (left, right) =>
      (rounded[left] ?? 0) - (rounded[right] ?? 0) ||
      compareExactly(tokens[left] ?? 0, values[left] ?? 0n, tokens[right] ?? 0, values[right] ?? 0n),
  )
  if (from.size >= step) yield
  return {
    tokens: places.map((place) => tokens[place] ?? 0),
    values: BigUint64Array.from(places, (place) => values[place] ?? 0n),
  }
}

function compareExactly(token: number, value: bigint, other: number, otherValue: bigint): number {
  return value === otherValue ? token - other : value < otherValue ? -1 : 1
}

/**
 * Returns values of which those of some tokens have changed, in steps; the same object where none differs, so that what is known of it stays. Their
 * order, where it was known, is patched: it is not sorted again.
 * @param asked tokens that were read again. @param now the values that these have; none for one that is no longer listed. @param step for tests
 */
export function* patchValues(
  values: TokenValues,
  asked: ReadonlySet<number>,
  now: TokenValues,
  step = STEP_TOKENS,
): Generator<undefined, TokenValues> {
  const changed = new Set([...asked].filter((token) => values.get(token) !== now.get(token)))
  if (changed.size === 0) return values
  const patched = new Map<number, bigint>()
  let seen = 0
  for (const [token, value] of values) {
    if (!changed.has(token)) patched.set(token, value)
    seen += 1
    if (seen % step === 0) yield
  }
  const put = new Map<number, bigint>()
  for (const token of changed) {
    const value = now.get(token)
    if (value !== undefined) put.set(token, value)
  }
  for (const [token, value] of put) patched.set(token, value)
  const order = orders.get(values)
  if (order === undefined) return patched
  const { size } = patched
  orders.set(patched, yield* patchOrder(order, changed, yield* sortedOrder(put, step), { size, step }))
  return patched
}

/** Returns an order without some tokens, and with others in their places, in steps. */
function* patchOrder(
  order: TokenOrder,
  removed: ReadonlySet<number>,
  put: TokenOrder,
  { size, step }: { readonly size: number; readonly step: number },
): Generator<undefined, TokenOrder> {
  const [tokens, values] = [new Uint32Array(size), new BigUint64Array(size)]
  let [at, next] = [0, 0]
  for (let place = 0; place < order.tokens.length; place += 1) {
    if (place % step === step - 1) yield
    const [token, value] = [order.tokens[place] ?? 0, order.values[place] ?? 0n]
    if (removed.has(token)) continue
    for (; next < put.tokens.length; next += 1, at += 1) {
      const [first, lowest] = [put.tokens[next] ?? 0, put.values[next] ?? 0n]
      if (compareExactly(first, lowest, token, value) > 0) break
      tokens[at] = first
      values[at] = lowest
    }
    tokens[at] = token
    values[at] = value
    at += 1
  }
  tokens.set(put.tokens.subarray(next), at)
  values.set(put.values.subarray(next), at)
  return { tokens, values }
}

/** Returns the first place whose price is at least `octas`. */
export function placeOfPrice({ values }: TokenOrder, octas: bigint): number {
  return firstPlace(values.length, (place) => (values[place] ?? 0n) >= octas)
}

/** A table's columns in some order of the tokens, so that counting reads memory in sequence. */
export interface ColumnView {
  /** Token at each place; null where places are tokens. */
  readonly tokens: Uint32Array | null
  /**
   * Returns one of the table's columns, by place: position of the value plus one; 0 for none. It is made when it is first asked for, so that each
   * step of those who go through the columns makes one at most.
   */
  valuesOf(column: number): Uint16Array | Uint32Array
  /** Returns the ranks, by place; 0 for tokens without one. */
  ranks(): Uint32Array
}

/** Returns all tokens in the order of their ids. */
export function wholeView({ columns, ranks }: TraitColumns): ColumnView {
  return { tokens: null, valuesOf: (at) => (columns[at] as TraitColumn).first, ranks: () => ranks }
}

/** Returns the listed tokens' columns in the order of prices; each is made once per state of a collection's prices. */
export function priceView(table: TraitColumns, { prices }: Pick<ListedTokens, 'prices'>): ColumnView {
  return priceViewsOf(table)(prices)
}

const priceViewsOf = memoize((table: TraitColumns) =>
  memoize((prices: ListedTokens['prices']): ColumnView => {
    const { tokens } = priceOrder({ prices })
    const valuesOf = memoize(({ first, values }: TraitColumn) => {
      const inOrder = values.length < 65_536 ? new Uint16Array(tokens.length) : new Uint32Array(tokens.length)
      for (let at = 0; at < tokens.length; at += 1) inOrder[at] = first[tokens[at] ?? 0] ?? 0
      return inOrder
    })
    const ranksOf = memoize(({ ranks }: TraitColumns) => tokens.map((token) => ranks[token] ?? 0))
    return { tokens, valuesOf: (at) => valuesOf(table.columns[at] as TraitColumn), ranks: () => ranksOf(table) }
  }),
)
