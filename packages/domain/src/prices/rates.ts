/** A rate as Move stores it. `denominator` 0 means no rate (allowed for v1 royalties). */
export interface Rate {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** 100 % in basis points. */
const BPS_DENOMINATOR = 10_000n

/** Returns a rate given in basis points. @example bps(150) is 1.5 % */
export function bps(value: number): Rate {
  return { numerator: BigInt(value), denominator: BPS_DENOMINATOR }
}

/**
 * Returns `floor(amount * numerator / denominator)`; 0 when the denominator is 0.
 * @source the Aptos example marketplace, its descendants, and Topaz: all divide rounding down.
 */
export function applyRate(amountOctas: bigint, rate: Rate): bigint {
  return rate.denominator === 0n ? 0n : (amountOctas * rate.numerator) / rate.denominator
}

/** Returns the rate in basis points, rounded down, for display. */
export function toBps(rate: Rate): number {
  return Number(applyRate(BPS_DENOMINATOR, rate))
}
