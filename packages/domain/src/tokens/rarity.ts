import type { TokenTrait } from './token-traits.ts'

/** The trait that every token has besides its own: how many it wears. @source OpenRarity, "trait count" meta attribute */
export const TRAIT_COUNT = 'trait count'

export interface TokenToRank {
  readonly tokenDataId: string
  readonly traits: readonly TokenTrait[]
}

/** Contribution of one trait to a token's score. */
export interface TraitScore {
  /** As normalised: trimmed, lower case. */
  readonly trait_type: string
  /** As normalised; null where the token lacks a trait that others of the collection have. */
  readonly value: string | null
  /** Tokens of the collection with this value. */
  readonly count: number
  /** Share of the token's score; they add up to it, apart from rounding. */
  readonly score: number
}

export interface TokenRarity {
  readonly tokenDataId: string
  /** 1 is the rarest; tokens of one score share the better rank. */
  readonly rank: number
  /** Information in the token's traits, in multiples of the collection's entropy: 1 is the average token. */
  readonly score: number
  /** Per trait, the most telling first. */
  readonly breakdown: readonly TraitScore[]
}

/** Scores are cut here, so that equal products of unlike factors tie in spite of floating point. */
const PRECISION = 1e9
/** Values that say "no such trait" in words; not counted as worn. */
const ABSENT = new Set(['', 'none', 'null'])

/**
 * Ranks a collection by information content: a value worn by `count` of `n` tokens is worth `-log2(count / n)` bits; a
 * token's score is the sum over the collection's traits, lacking one included, over the collection's entropy.
 * Empty when no token has a trait. Neither the order of tokens nor that of traits matters.
 * @source OpenRarity, "Information content scoring" (https://www.openrarity.dev)
 */
export function rankByRarity(tokens: readonly TokenToRank[]): readonly TokenRarity[] {
  const worn = tokens.map(({ traits }) => normalise(traits))
  if (worn.every((traits) => traits.size === 1)) return []
  const counts = countValues(worn)
  const bits = (count: number) => -Math.log2(count / tokens.length)
  const entropy = addUp(
    [...counts.values()].flatMap((values) =>
      [...values.values()].map((count) => (count / tokens.length) * bits(count)),
    ),
  )
  const scored = tokens.map(({ tokenDataId }, index) => {
    const breakdown = [...counts].map(([trait, values]) => {
      const value = worn[index]?.get(trait) ?? null
      const count = values.get(value) ?? tokens.length
      return { trait_type: trait, value, count, score: entropy === 0 ? 0 : bits(count) / entropy }
    })
    return { tokenDataId, score: round(addUp(breakdown.map((each) => each.score))), breakdown }
  })
  return withRanks(scored)
}

/** By normalised name, the trait count included; of two traits with one name the greater value counts. */
function normalise(traits: readonly TokenTrait[]): ReadonlyMap<string, string> {
  const byName = new Map<string, string>()
  for (const trait of traits) {
    const value = plain(trait.value)
    const name = plain(trait.trait_type)
    const known = byName.get(name)
    if (!ABSENT.has(value) && (known === undefined || value > known)) byName.set(name, value)
  }
  return byName.set(TRAIT_COUNT, String(byName.size - (byName.has(TRAIT_COUNT) ? 1 : 0)))
}

function plain(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Counts the tokens with each value of each trait; null counts tokens without the trait. */
function countValues(worn: readonly ReadonlyMap<string, string>[]): Map<string, Map<string | null, number>> {
  const counts = new Map<string, Map<string | null, number>>()
  for (const traits of worn)
    for (const [name, value] of traits) {
      const values = counts.get(name) ?? new Map<string | null, number>()
      counts.set(name, values.set(value, (values.get(value) ?? 0) + 1))
    }
  for (const values of counts.values()) {
    const without = worn.length - [...values.values()].reduce((sum, count) => sum + count, 0)
    if (without > 0) values.set(null, without)
  }
  return counts
}

function withRanks(scored: readonly Omit<TokenRarity, 'rank'>[]): readonly TokenRarity[] {
  const sorted = scored.toSorted((a, b) => b.score - a.score || (a.tokenDataId < b.tokenDataId ? -1 : 1))
  let rank = 1
  return sorted.map((each, index) => {
    if (each.score !== sorted[index - 1]?.score) rank = index + 1
    const breakdown = each.breakdown.toSorted((a, b) => b.score - a.score || (a.trait_type < b.trait_type ? -1 : 1))
    return { ...each, rank, breakdown }
  })
}

/** Smallest first, so that the same numbers give the same sum in any order. */
function addUp(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b).reduce((sum, each) => sum + each, 0)
}

function round(score: number): number {
  return Math.round(score * PRECISION) / PRECISION
}
