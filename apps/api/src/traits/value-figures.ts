import type { TraitColumns } from './trait-columns.ts'
import { countTraits, type ListedTokens, type ValueFigure } from './trait-query.ts'

type FiguresByKind = ReadonlyMap<string, ReadonlyMap<string, ValueFigure>>

const known = new WeakMap<ListedTokens, { readonly table: TraitColumns; readonly figures: FiguresByKind }>()

/** Count and floor of one value among all tokens; of a value that no token has, 0 and none. */
export function figureOf(
  table: TraitColumns,
  listed: ListedTokens,
  { traitType, value }: { readonly traitType: string; readonly value: string },
): ValueFigure {
  return figuresOf(table, listed).get(traitType)?.get(value) ?? { value, count: 0, floorOctas: null }
}

/** Counted once for each state of a collection's listings. */
function figuresOf(table: TraitColumns, listed: ListedTokens): FiguresByKind {
  const kept = known.get(listed)
  if (kept?.table === table) return kept.figures
  const figures = new Map(
    countTraits(table, { traits: [] }, listed).map(({ traitType, values }) => [
      traitType,
      new Map(values.map((figure) => [figure.value, figure])),
    ]),
  )
  known.set(listed, { table, figures })
  return figures
}
