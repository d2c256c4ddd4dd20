import { type TraitColumn, type TraitColumns, valuesOf } from './trait-columns.ts'
import type { TraitCondition } from './trait-query.ts'

/** One condition as a table: whether a token with a value, by position plus one, passes it. */
export interface TraitTest {
  readonly traitType: string
  /** Null for a kind that no token has. */
  readonly column: TraitColumn | null
  readonly passes: Uint8Array
  readonly needsOne: boolean
  readonly any: ReadonlySet<number>
  readonly none: ReadonlySet<number>
}

/** Finds for each wanted trait its column, and which of its values pass. */
export function compileTraits(table: TraitColumns, traits: readonly TraitCondition[]): readonly TraitTest[] {
  return traits.map(({ traitType, any, none }) => {
    const column = table.columns.find((one) => one.traitType === traitType) ?? null
    const positions = (values: readonly string[]) =>
      new Set(values.flatMap((value) => column?.positions.get(value) ?? []))
    const test = { traitType, column, needsOne: any.length > 0, any: positions(any), none: positions(none) }
    const values = column?.values ?? []
    const passes = Uint8Array.from({ length: values.length + 1 }, (_, at) =>
      passesWith(test, at === 0 ? [] : [at - 1]) ? 1 : 0,
    )
    return { ...test, passes }
  })
}

/** Does a token pass? Those with several values of one kind are looked at one by one. */
export function passesTest(test: TraitTest, token: number): boolean {
  const { column, passes } = test
  if (column === null) return passes[0] === 1
  if (column.more.size > 0 && column.more.has(token)) return passesWith(test, valuesOf(column, token))
  return passes[column.first[token] ?? 0] === 1
}

function passesWith({ needsOne, any, none }: Omit<TraitTest, 'passes'>, values: readonly number[]): boolean {
  if (needsOne && !values.some((position) => any.has(position))) return false
  return !values.some((position) => none.has(position))
}
