/** A listing that can be bought. */
export interface SweepOffer {
  readonly tokenDataId: string | null
  /** Octas that the buyer pays, fees included. */
  readonly priceOctas: bigint
}

/** How much is wanted. What is left out does not bound it. */
export interface SweepWish {
  readonly count?: number | undefined
  /** Octas for all together. */
  readonly budgetOctas?: bigint | undefined
  /** Octas for one. */
  readonly maxPriceOctas?: bigint | undefined
}

export interface SweepPlan<Offer> {
  /** Cheapest first, each token once. */
  readonly chosen: readonly Offer[]
  /** Entry n - 1 is what n tokens cost at least, in octas; count and budget do not shorten it. */
  readonly curve: readonly bigint[]
}

/**
 * The most tokens that the wish allows, and for so many the least cost. Since tokens are worth the same to a sweep, the
 * cheapest ones are both.
 *
 * @param carried tokens that one transaction carries.
 */
export function planSweep<Offer extends SweepOffer>(
  book: readonly Offer[],
  { count = Number.POSITIVE_INFINITY, budgetOctas, maxPriceOctas }: SweepWish,
  carried: number,
): SweepPlan<Offer> {
  const cheapest = cheapestOfEach(book)
    .filter(({ priceOctas }) => maxPriceOctas === undefined || priceOctas <= maxPriceOctas)
    .slice(0, carried)
  const curve = runningTotals(cheapest)
  const affordable = budgetOctas === undefined ? curve.length : curve.filter((total) => total <= budgetOctas).length
  return { chosen: cheapest.slice(0, Math.min(count, affordable)), curve }
}

function cheapestOfEach<Offer extends SweepOffer>(book: readonly Offer[]): readonly Offer[] {
  const sorted = book.toSorted(
    (one, other) => Number(one.priceOctas > other.priceOctas) - Number(one.priceOctas < other.priceOctas),
  )
  const seen = new Set<string | null>()
  return sorted.filter(({ tokenDataId }) => !seen.has(tokenDataId) && seen.add(tokenDataId))
}

function runningTotals(offers: readonly SweepOffer[]): readonly bigint[] {
  let total = 0n
  return offers.map(({ priceOctas }) => {
    total += priceOctas
    return total
  })
}
