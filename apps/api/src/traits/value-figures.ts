import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import { toTextOrNull } from '../present/text.ts'
import type { TraitColumns } from './trait-columns.ts'
import { countTraits, type ListedTokens, type ValueFigure } from './trait-query.ts'

interface KnownFigure extends ValueFigure {
  /** Written when it is first asked for. */
  text: string | null
}
type FiguresByKind = ReadonlyMap<string, ReadonlyMap<string, KnownFigure>>

const known = new WeakMap<ListedTokens, { readonly table: TraitColumns; readonly figures: FiguresByKind }>()

/** Count and floor of one value among all tokens; of a value that no token has, 0 and none. */
export function figureOf(
  table: TraitColumns,
  listed: ListedTokens,
  { traitType, value }: { readonly traitType: string; readonly value: string },
): ValueFigure {
  return figuresOf(table, listed).get(traitType)?.get(value) ?? { value, count: 0, floorOctas: null }
}

/** JSON of a token's traits with their counts and floors, as the contract shows them. */
export function countedAttributeTexts(
  table: TraitColumns,
  listed: ListedTokens,
  traits: readonly TokenTrait[],
): readonly string[] {
  const figures = figuresOf(table, listed)
  return traits.map((trait) => {
    const figure = figures.get(trait.trait_type)?.get(trait.value)
    if (figure === undefined) return figureText(trait, { count: 0, floorOctas: null })
    figure.text ??= figureText(trait, figure)
    return figure.text
  })
}

/** JSON of a trait of a token, as the contract shows it. @param figure null where the collection is not counted. */
export function figureText({ trait_type, value }: TokenTrait, figure: Omit<ValueFigure, 'value'> | null): string {
  return JSON.stringify({
    ...{ trait_type, value, count: figure?.count ?? null },
    floorPrice: toTextOrNull(figure?.floorOctas ?? null),
  })
}

/** Counted once for each state of a collection's listings. */
function figuresOf(table: TraitColumns, listed: ListedTokens): FiguresByKind {
  const kept = known.get(listed)
  if (kept?.table === table) return kept.figures
  const figures = new Map(
    countTraits(table, { traits: [] }, listed).map(({ traitType, values }) => [
      traitType,
      new Map(values.map((figure) => [figure.value, { ...figure, text: null }])),
    ]),
  )
  known.set(listed, { table, figures })
  return figures
}
