/** One step of a depth chart. */
export interface DepthStep {
  /** Octas. */
  readonly price: bigint
  /** Size at this price or better. */
  readonly depth: number
}

/** Accumulates sizes by price. @param orders best first: cheapest listings, highest bids. */
export function depthSteps(orders: readonly { readonly price: bigint; readonly size: number }[]): readonly DepthStep[] {
  const steps: DepthStep[] = []
  let depth = 0
  for (const { price, size } of orders) {
    depth += size
    if (steps.at(-1)?.price === price) steps.pop()
    steps.push({ price, depth })
  }
  return steps
}

/** Distance of the outlier fences from the quartiles, in tenths of the interquartile range. */
const FENCE_TENTHS = 15n
/** With fewer prices there are no outliers. */
const MIN_PRICES = 8

/**
 * Returns the range of usual prices: the interquartile range, extended by 1.5 times its width at both ends.
 * @returns octas, both ends included; null for too few prices.
 */
export function usualPrices(prices: readonly bigint[]): { readonly low: bigint; readonly high: bigint } | null {
  if (prices.length < MIN_PRICES) return null
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const lower = sorted[Math.floor(sorted.length / 4)] ?? 0n
  const upper = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0n
  const reach = ((upper - lower) * FENCE_TENTHS) / 10n
  return { low: lower - reach, high: upper + reach }
}

const BUCKETS = [
  { name: '1', from: 1, to: 1 },
  { name: '2–4', from: 2, to: 4 },
  { name: '5–9', from: 5, to: 9 },
  { name: '10–24', from: 10, to: 24 },
  { name: '25–49', from: 25, to: 49 },
  { name: '50+', from: 50, to: Number.POSITIVE_INFINITY },
] as const

/** Wallets whose number of tokens is in one range. */
export interface HolderBucket {
  /** Label of the range. */
  readonly name: string
  readonly wallets: number
  /** Tokens they hold together. */
  readonly tokens: number
}

/** Groups holders by how many tokens they hold. @param held tokens per wallet. */
export function holderBuckets(held: readonly number[]): readonly HolderBucket[] {
  return BUCKETS.map(({ name, from, to }) => {
    const inside = held.filter((count) => count >= from && count <= to)
    return { name, wallets: inside.length, tokens: inside.reduce((sum, count) => sum + count, 0) }
  })
}
