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

/** Returns a part of a whole in basis points, rounded half away from zero, for display; null when the whole is zero. */
export function bpsOf(part: bigint, whole: bigint): number | null {
  if (whole === 0n) return null
  const twice = (part * 2n * BPS_DENOMINATOR) / whole
  return Number((twice + (twice < 0n ? -1n : 1n)) / 2n)
}

/** Returns a price against an earlier one in percent with two decimals; null where either is missing, or the earlier is zero. */
export function changePercent(now: bigint | null, then: bigint | null): number | null {
  const change = now === null || then === null ? null : bpsOf(now - then, then)
  return change === null ? null : change / 100
}

/** Returns the rate in basis points, rounded down, for display. */
export function toBps(rate: Rate): number {
  return Number(applyRate(BPS_DENOMINATOR, rate))
}
