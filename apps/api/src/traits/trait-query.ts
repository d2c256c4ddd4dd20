import { type TraitColumn, type TraitColumns, valuesOf } from './trait-columns.ts'

/** What of a collection is for sale, by token: the cheapest price on the wanted marketplaces. Octas. */
export interface ListedTokens {
  readonly prices: ReadonlyMap<number, bigint>
  readonly placedAt: ReadonlyMap<number, bigint>
}

/** Values of one kind of trait: a token has one of `any` (when there are some) and none of `none`. */
export interface TraitCondition {
  readonly traitType: string
  readonly any: readonly string[]
  readonly none: readonly string[]
}

/** Which tokens are wanted: conditions of different kinds all hold. Amounts in octas, ranks from 1. */
export interface TraitFilter {
  readonly traits: readonly TraitCondition[]
  readonly minRank?: number
  readonly maxRank?: number
  readonly listed?: boolean
  readonly minOctas?: bigint
  readonly maxOctas?: bigint
}

/** How many matching tokens have a value, and what the cheapest of them costs. */
export interface ValueFigure {
  readonly value: string
  readonly count: number
  readonly floorOctas: bigint | null
}

/** Figures of one kind of trait; counted as if nothing were asked of that kind, so that one can see what else there is. */
export interface TraitFigures {
  readonly traitType: string
  readonly values: readonly ValueFigure[]
}

/** Positions of the tokens that match, in the order of their ids. */
export function matchTokens(table: TraitColumns, filter: TraitFilter, listed: ListedTokens): readonly number[] {
  const tests = compile(table, filter)
  const found: number[] = []
  for (let token = 0; token < table.ids.length; token++) {
    if (isWanted(table, filter, listed, token) && tests.every((test) => passes(test, token))) found.push(token)
  }
  return found
}

/** Counts and floors of every value, values of most tokens first. */
export function countTraits(table: TraitColumns, filter: TraitFilter, listed: ListedTokens): readonly TraitFigures[] {
  const tests = compile(table, filter)
  const counting = table.columns.map((column) => ({
    column,
    counts: new Uint32Array(column.values.length),
    floors: new Map<number, bigint>(),
  }))
  for (let token = 0; token < table.ids.length; token++) {
    if (!isWanted(table, filter, listed, token)) continue
    const failed = tests.filter((test) => !passes(test, token))
    if (failed.length > 1) continue
    const price = listed.prices.get(token)
    for (const one of counting) {
      if (failed.length === 0 || failed[0]?.traitType === one.column.traitType) tally(one, token, price)
    }
  }
  return counting.map(present).filter(({ values }) => values.length > 0)
}

interface Counting {
  readonly column: TraitColumn
  readonly counts: Uint32Array
  readonly floors: Map<number, bigint>
}

function tally({ column, counts, floors }: Counting, token: number, price: bigint | undefined): void {
  for (const position of valuesOf(column, token)) {
    counts[position] = (counts[position] ?? 0) + 1
    const floor = floors.get(position)
    if (price !== undefined && (floor === undefined || price < floor)) floors.set(position, price)
  }
}

function present({ column, counts, floors }: Counting): TraitFigures {
  const values = column.values
    .map((value, position) => ({
      value,
      count: counts[position] ?? 0,
      floorOctas: floors.get(position) ?? null,
    }))
    .filter((figure) => figure.count > 0)
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
  return { traitType: column.traitType, values }
}

interface Test {
  readonly traitType: string
  /** Null for a kind that no token has. */
  readonly column: TraitColumn | null
  readonly needsOne: boolean
  readonly any: ReadonlySet<number>
  readonly none: ReadonlySet<number>
}

function compile(table: TraitColumns, { traits }: TraitFilter): readonly Test[] {
  return traits.map(({ traitType, any, none }) => {
    const column = table.columns.find((one) => one.traitType === traitType) ?? null
    const positions = (values: readonly string[]) =>
      new Set(values.flatMap((value) => column?.positions.get(value) ?? []))
    return { traitType, column, needsOne: any.length > 0, any: positions(any), none: positions(none) }
  })
}

function passes({ column, needsOne, any, none }: Test, token: number): boolean {
  const values = column === null ? [] : valuesOf(column, token)
  if (needsOne && !values.some((position) => any.has(position))) return false
  return none.size === 0 || !values.some((position) => none.has(position))
}

function isWanted(table: TraitColumns, filter: TraitFilter, { prices }: ListedTokens, token: number): boolean {
  const rank = table.ranks[token] ?? 0
  if (filter.minRank !== undefined && rank < filter.minRank) return false
  if (filter.maxRank !== undefined && (rank === 0 || rank > filter.maxRank)) return false
  const price = prices.get(token)
  if (filter.listed !== undefined && (price !== undefined) !== filter.listed) return false
  if (filter.minOctas !== undefined && (price === undefined || price < filter.minOctas)) return false
  return filter.maxOctas === undefined || (price !== undefined && price <= filter.maxOctas)
}
