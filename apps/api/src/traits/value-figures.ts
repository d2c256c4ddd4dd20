import { type TraitColumn, type TraitColumns, valuesOf } from './trait-columns.ts'
import type { ListedTokens, ValueFigure } from './trait-query.ts'

/** Count and floor of one value among all tokens; of a value that no token has, 0 and none. */
export function figureOf(
  table: TraitColumns,
  listed: ListedTokens,
  trait: { readonly traitType: string; readonly value: string },
): ValueFigure {
  const { value } = trait
  const column = table.columns.find((one) => one.traitType === trait.traitType)
  const position = column?.positions.get(value)
  if (column === undefined || position === undefined) return { value, count: 0, floorOctas: null }
  return { value, count: countOf(column, position), floorOctas: floorOf(column, position, listed) }
}

function countOf(column: TraitColumn, position: number): number {
  let count = 0
  for (const first of column.first) if (first === position + 1) count++
  for (const more of column.more.values()) if (more.includes(position)) count++
  return count
}

function floorOf(column: TraitColumn, position: number, { prices }: ListedTokens): bigint | null {
  let floor: bigint | null = null
  for (const [token, price] of prices) {
    if ((floor === null || price < floor) && valuesOf(column, token).includes(position)) floor = price
  }
  return floor
}
