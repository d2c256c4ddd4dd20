import type { SweepAnswer } from './sweep-query.ts'

/** How much somebody wants to sweep. */
export interface SweepWant {
  readonly count: number
  /** Octas for all together; null for no bound. */
  readonly budget: bigint | null
}

/** What a sweep of that much would be, by what the book says. */
export interface SweepChoice {
  /** Tokens that count and budget allow. */
  readonly count: number
  /** Most that can be swept at all. */
  readonly most: number
  readonly totalOctas: bigint
  /** Rounded up: a sweep never costs more than so many of it. */
  readonly averageOctas: bigint
  /** Price of the dearest of them, and of the one after it; null where there is none. Octas. */
  readonly dearestOctas: bigint | null
  readonly nextOctas: bigint | null
}

/** Reads a wish off the cost curve: entry n - 1 is what the n cheapest cost together. */
export function chooseSweep(curve: SweepAnswer['curve'], { count, budget }: SweepWant): SweepChoice {
  const totals = curve.map(({ costOctas }) => BigInt(costOctas))
  const affordable = budget === null ? totals.length : totals.filter((total) => total <= budget).length
  const chosen = Math.max(0, Math.min(count, affordable))
  const costOf = (tokens: number) => (tokens === 0 ? 0n : (totals[tokens - 1] ?? 0n))
  const priceOf = (place: number) => (place < 1 || place > totals.length ? null : costOf(place) - costOf(place - 1))
  const total = costOf(chosen)
  return {
    count: chosen,
    most: totals.length,
    totalOctas: total,
    averageOctas: chosen === 0 ? 0n : (total + BigInt(chosen) - 1n) / BigInt(chosen),
    dearestOctas: priceOf(chosen),
    nextOctas: priceOf(chosen + 1),
  }
}
