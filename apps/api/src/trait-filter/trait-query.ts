import type { AttributeCondition, ParsedTokenFilter } from '@opal/contract/tokens/token-filter'

/** Listed tokens of a collection with the cheapest price on the selected marketplaces, octas. */
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

/** Filter of tokens: conditions of different kinds all hold. Amounts in octas, ranks from 1. */
export interface TraitFilter {
  readonly traits: readonly TraitCondition[]
  readonly minRank?: number
  readonly maxRank?: number
  readonly listed?: boolean
  readonly minOctas?: bigint
  readonly maxOctas?: bigint
}

/** Reads the trait filter of a request: entries of one kind are joined; a rank of 0 is no limit. */
export function toTraitFilter(
  query: Pick<ParsedTokenFilter, 'attributes' | 'rarityTop' | 'rarityBottom'>,
): Pick<TraitFilter, 'traits' | 'minRank' | 'maxRank'> {
  const byKind = Map.groupBy(query.attributes ?? [], (entry) => entry.trait_type)
  return {
    traits: [...byKind].map(([traitType, entries]) => toCondition(traitType, entries)),
    ...ranksOf(query),
  }
}

/** Accepts the ends of a range of ranks in either order: the other order would select nothing. */
function ranksOf({ rarityTop, rarityBottom }: { readonly rarityTop: number; readonly rarityBottom: number }) {
  const isTurned = rarityTop > 0 && rarityBottom > rarityTop
  const [minRank, maxRank] = isTurned ? [rarityTop, rarityBottom] : [rarityBottom, rarityTop]
  return { ...(minRank > 0 && { minRank }), ...(maxRank > 0 && { maxRank }) }
}

function toCondition(traitType: string, entries: readonly AttributeCondition[]): TraitCondition {
  const values = (isRefused: boolean) =>
    entries.filter(({ not }) => (not ?? false) === isRefused).flatMap(({ value }) => value)
  return { traitType, any: values(false), none: values(true) }
}
