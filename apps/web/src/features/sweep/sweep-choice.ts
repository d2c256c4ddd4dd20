import type { SweepAnswer } from './sweep-query.ts'

/** The purchase of a sweep at current listings. */
export interface SweepChoice {
  /** Number of tokens within count and budget. */
  readonly count: number
  /** Most tokens that can be swept. */
  readonly most: number
  readonly totalOctas: bigint
  /** Average price, rounded up. */
  readonly averageOctas: bigint
  /** Octas of the cheapest one that is left; null where there is none. */
  readonly nextOctas: bigint | null
}

/**
 * Chooses as many tokens as the requested number and the budget allow, by the cost curve: its entry n - 1 is the total of the n cheapest tokens.
 * @param bounds number of tokens, and octas for all of them; null for no budget.
 */
export function chooseSweep(
  curve: SweepAnswer['curve'],
  { count, budget }: { readonly count: number; readonly budget: bigint | null },
): SweepChoice {
  const totals = curve.map(({ costOctas }) => BigInt(costOctas))
  const affordable = budget === null ? totals.length : totals.filter((total) => total <= budget).length
  const chosen = Math.max(0, Math.min(count, affordable))
  const costOf = (tokens: number) => (tokens === 0 ? 0n : (totals[tokens - 1] ?? 0n))
  const total = costOf(chosen)
  return {
    count: chosen,
    most: totals.length,
    totalOctas: total,
    averageOctas: chosen === 0 ? 0n : (total + BigInt(chosen) - 1n) / BigInt(chosen),
    nextOctas: chosen === totals.length ? null : costOf(chosen + 1) - total,
  }
}
