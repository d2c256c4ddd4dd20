import type { AttributeCondition, ParsedTokenFilter } from '@opal/contract/tokens/token-filter'
import { rankValues, tallyTraits } from './count-traits.ts'
import { scanListed, scanTokens, wantsListed } from './match-tokens.ts'
import type { TraitColumns } from './trait-columns.ts'

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

/** Count and floor of the matching tokens with a value. */
export interface ValueStats {
  readonly value: string
  readonly count: number
  readonly floorOctas: bigint | null
}

/** Stats of one trait type, counted without the filter on that type, so that users see the other values. */
export interface TraitStats {
  readonly traitType: string
  readonly values: readonly ValueStats[]
}

/** Positions of the tokens that match, in the order of their ids. */
export function matchTokens(table: TraitColumns, filter: TraitFilter, listed: ListedTokens): readonly number[] {
  const found: number[] = []
  const visit = (token: number, failed: number) => {
    if (failed === -1) found.push(token)
  }
  if (!wantsListed(filter)) scanTokens(table, filter, listed, visit)
  else scanListed(table, filter, listed, visit)
  return wantsListed(filter) ? found.sort((left, right) => left - right) : found
}

/** Positions of the tokens for sale that match, cheapest first, ties by position. */
export function matchCheapest(table: TraitColumns, filter: TraitFilter, listed: ListedTokens): readonly number[] {
  const found: number[] = []
  scanListed(table, filter, listed, (token, failed) => {
    if (failed === -1) found.push(token)
  })
  return found
}

/**
 * Counts and floors of every value, values of most tokens first.
 * @param traitType the only kind whose values are ranked: ranking those of all costs far more than counting them.
 */
export function countTraits(
  table: TraitColumns,
  filter: TraitFilter,
  listed: ListedTokens,
  traitType?: string,
): readonly TraitStats[] {
  const { kinds, order } = tallyTraits(table, filter, listed)
  return kinds.flatMap((tally) => {
    if (traitType !== undefined && tally.column.traitType !== traitType) return []
    const values = rankValues(tally).map((position) => ({
      value: tally.column.values[position] ?? '',
      count: tally.counts[position] ?? 0,
      floorOctas: order.prices[tally.cheapest[position] ?? -1] ?? null,
    }))
    return values.length === 0 ? [] : [{ traitType: tally.column.traitType, values }]
  })
}

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
