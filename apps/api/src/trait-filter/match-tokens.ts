import { needsListing } from '@opal/store/queries/tokens/token-filter'
import { type ColumnView, orderSteps, placeOfPrice, type TokenOrder } from './column-views.ts'
import { type TraitColumn, type TraitColumns, valuesOf } from './trait-columns.ts'
import type { ListedTokens, TraitCondition, TraitFilter } from './trait-query.ts'

/** Tokens that are looked at in one step: other calls are answered between steps. */
const STEP_TOKENS = 20_000

/** Returns the positions of the tokens that match, in the order of their ids, in steps. */
export function* matchTokens(
  table: TraitColumns,
  filter: TraitFilter,
  listed: ListedTokens,
): Generator<undefined, readonly number[]> {
  if (needsListing(filter)) return (yield* matchCheapest(table, filter, listed)).toSorted((left, right) => left - right)
  const matches = createMatcher(table, filter)
  const found: number[] = []
  for (let token = 0; token < table.ids.length; token += 1) {
    if (token % STEP_TOKENS === STEP_TOKENS - 1) yield
    if (filter.listed === false && listed.prices.has(token)) continue
    if (matches(token)) found.push(token)
  }
  return found
}

/** Returns whether one token matches the traits and ranks of a filter. @param token its position. */
export function matchesToken(table: TraitColumns, filter: TokenTraits, token: number): boolean {
  return createMatcher(table, filter)(token)
}

/** Returns the positions of the tokens for sale that match, cheapest first, ties by position, in steps. */
export function* matchCheapest(
  table: TraitColumns,
  filter: TraitFilter,
  listed: ListedTokens,
): Generator<undefined, readonly number[]> {
  const found: number[] = []
  const order = yield* orderSteps(listed.prices)
  const { start, end } = rangeOf(order, filter)
  const matches = createMatcher(table, filter)
  for (let at = start; at < end; at += 1) {
    const token = order.tokens[at] ?? 0
    if (matches(token)) found.push(token)
    if (at % STEP_TOKENS === STEP_TOKENS - 1) yield
  }
  return found
}

/** Returns the part of the order of prices that a filter wants. */
export function rangeOf(order: TokenOrder, { listed, minOctas, maxOctas }: TraitFilter): IndexRange {
  if (listed === false) return { start: 0, end: 0 }
  return {
    start: minOctas === undefined ? 0 : placeOfPrice(order, minOctas),
    end: maxOctas === undefined ? order.tokens.length : placeOfPrice(order, maxOctas + 1n),
  }
}

/** What a filter asks of a token itself, whether or not it is for sale. */
type TokenTraits = Pick<TraitFilter, 'traits' | 'minRank' | 'maxRank'>

function createMatcher(table: TraitColumns, filter: TokenTraits): (token: number) => boolean {
  const tests = compileTraits(table, filter.traits)
  const hasRankLimits = limitsRanks(filter)
  return (token) => {
    if (hasRankLimits && !passesRank(table.ranks[token] ?? 0, filter)) return false
    return tests.every((test) => passesTest(test, token))
  }
}

/** One condition as a table: whether a token with a value, by position plus one, passes it. */
interface TraitTest {
  readonly traitType: string
  /** Null for a kind that no token has. */
  readonly column: TraitColumn | null
  readonly passes: Uint8Array
  readonly needsOne: boolean
  readonly any: ReadonlySet<number>
  readonly none: ReadonlySet<number>
}

/** Finds for each wanted trait its column, and which of its values pass. */
function compileTraits(table: TraitColumns, traits: readonly TraitCondition[]): readonly TraitTest[] {
  return traits.map(({ traitType, any, none }) => {
    const column = table.columns.find((one) => one.traitType === traitType) ?? null
    const positions = (values: readonly string[]) =>
      new Set(values.flatMap((value) => column?.positions.get(value) ?? []))
    const test = { traitType, column, needsOne: any.length > 0, any: positions(any), none: positions(none) }
    return { ...test, passes: tabled(test, column?.values.length ?? 0) }
  })
}

/** Returns whether each single value passes, and none at place 0. Filled at once: a kind may have a million values. */
function tabled({ needsOne, any, none }: Omit<TraitTest, 'passes'>, values: number): Uint8Array {
  const passes = new Uint8Array(values + 1).fill(needsOne ? 0 : 1)
  for (const position of any) passes[position + 1] = 1
  for (const position of none) passes[position + 1] = 0
  return passes
}

/** Returns whether a token passes. Tokens with several values of one kind are checked one by one. */
function passesTest(test: TraitTest, token: number): boolean {
  const { column, passes } = test
  if (column === null) return passes[0] === 1
  if (column.more.size > 0 && column.more.has(token)) return passesWith(test, valuesOf(column, token))
  return passes[column.first[token] ?? 0] === 1
}

function passesWith({ needsOne, any, none }: Omit<TraitTest, 'passes'>, values: readonly number[]): boolean {
  if (needsOne && !values.some((position) => any.has(position))) return false
  return !values.some((position) => none.has(position))
}

/** Verdict of a token that passes all conditions. That of a token that fails one is the condition's index. */
export const PASSES = -1
/** Verdict of a token that fails more than one condition. */
export const OUT = -2

/** Positions of a view from `start` to before `end`. */
export interface IndexRange {
  readonly start: number
  readonly end: number
}

/** Returns a verdict for each position of a range, by the conditions on ranks and traits in turn, in steps. */
export function* judgeSteps(
  table: TraitColumns,
  view: ColumnView,
  filter: TraitFilter,
  range: IndexRange,
): Generator<undefined, Int16Array> {
  const verdicts = new Int16Array(Math.max(0, range.end - range.start)).fill(PASSES)
  judgeRanks(view, filter, range, verdicts)
  for (const [at, test] of compileTraits(table, filter.traits).entries()) {
    const several = test.column?.more.size ?? 0
    for (const part of partsOf(verdicts.length, several)) {
      judgeTrait(table, view, { test, at }, { part, start: range.start }, verdicts)
      yield
    }
  }
  return verdicts
}

/** Tokens of a column that are looked at in one step, where each has one value: memory is read in sequence. */
const STEP_PLAIN_TOKENS = 100_000

/** Returns the steps in which a column is gone through. @param several how many of its tokens have several values, which are looked up. */
export function partsOf(tokens: number, several: number): readonly IndexRange[] {
  const step = several > 0 ? STEP_TOKENS : STEP_PLAIN_TOKENS
  return Array.from({ length: Math.max(1, Math.ceil(tokens / step)) }, (_, at) => {
    return { start: at * step, end: Math.min(tokens, (at + 1) * step) }
  })
}

function judgeRanks(view: ColumnView, filter: TraitFilter, { start }: IndexRange, verdicts: Int16Array): void {
  if (!limitsRanks(filter)) return
  const ranks = view.ranks()
  for (let at = 0; at < verdicts.length; at += 1) if (!passesRank(ranks[start + at] ?? 0, filter)) verdicts[at] = OUT
}

function limitsRanks({ minRank = 0, maxRank = 0 }: TokenTraits): boolean {
  return minRank > 0 || maxRank > 0
}

/** @param rank 0 for a token without one, which passes no upper limit. */
function passesRank(rank: number, { minRank = 0, maxRank = 0 }: TokenTraits): boolean {
  return rank >= minRank && (maxRank === 0 || (rank > 0 && rank <= maxRank))
}

function judgeTrait(
  table: TraitColumns,
  view: ColumnView,
  { test, at: condition }: { readonly test: TraitTest; readonly at: number },
  { part, start }: { readonly part: IndexRange; readonly start: number },
  verdicts: Int16Array,
): void {
  const { column, passes } = test
  const values = column === null ? null : view.valuesOf(table.columns.indexOf(column))
  const isPlain = column === null || column.more.size === 0
  for (let at = part.start; at < part.end; at += 1) {
    const verdict = verdicts[at]
    if (verdict === OUT) continue
    const place = start + at
    const hasPassed = isPlain
      ? passes[values === null ? 0 : (values[place] ?? 0)] === 1
      : passesTest(test, view.tokens === null ? place : (view.tokens[place] ?? 0))
    if (!hasPassed) verdicts[at] = verdict === PASSES ? condition : OUT
  }
}
