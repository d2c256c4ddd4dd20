import type { AttributeCondition, ParsedTokenFilter } from '@opal/contract/token-filter'
import type { TraitCondition, TraitFilter } from './trait-query.ts'

/** The wire's trait filter: entries of one kind join, ranks of 0 are no limit. */
export function toTraitFilter(
  query: Pick<ParsedTokenFilter, 'attributes' | 'rarityTop' | 'rarityBottom'>,
): Pick<TraitFilter, 'traits' | 'minRank' | 'maxRank'> {
  const byKind = Map.groupBy(query.attributes ?? [], (entry) => entry.trait_type)
  return {
    traits: [...byKind].map(([traitType, entries]) => toCondition(traitType, entries)),
    ...ranksOf(query),
  }
}

/** Which end of a range of ranks is its top is read either way: nobody asks for a range that holds nothing. */
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
