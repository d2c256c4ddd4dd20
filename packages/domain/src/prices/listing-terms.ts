import type { Address } from '../address.ts'

/** Terms of a listing on our own marketplace, beyond its price. */
export interface ListingTerms {
  /** Null for a fixed price. */
  readonly fall: PriceFall | null
  /** Unix seconds from which no one can buy; null: never. */
  readonly expiresAtSeconds: bigint | null
  /** The only account that may buy; null: anyone. */
  readonly reservedFor: Address | null
  /** Octas that a sale has to bring the seller after royalty and commission; 0 for any. */
  readonly leastOctas: bigint
}

/** How a price falls from the one that a listing is placed at. */
export interface PriceFall {
  /** Octas, below the price. */
  readonly endOctas: bigint
  /** Unix seconds. */
  readonly fromSeconds: bigint
  /** Unix seconds; the price is `endOctas` from then on. */
  readonly untilSeconds: bigint
}

/** Terms of a listing that has none: a fixed price for anyone, until it is sold or delisted. */
export const NO_TERMS: ListingTerms = { fall: null, expiresAtSeconds: null, reservedFor: null, leastOctas: 0n }

const MAX_STEPS = 100n
const MIN_STEP_SECONDS = 60n

/**
 * Returns the price of a listing at a second, in octas: on the line from the first price to the last at the step before, rounded down.
 * @source contracts/marketplace listing_terms::price_at
 */
export function priceAt(priceOctas: bigint, fall: PriceFall | null, nowSeconds: bigint): bigint {
  if (fall === null || nowSeconds <= fall.fromSeconds) return priceOctas
  const { endOctas, fromSeconds, untilSeconds } = fall
  if (nowSeconds >= untilSeconds) return endOctas
  const duration = untilSeconds - fromSeconds
  const passed = nowSeconds - fromSeconds - ((nowSeconds - fromSeconds) % stepSeconds(fall))
  return endOctas + ((priceOctas - endOctas) * (duration - passed)) / duration
}

/** Returns the Unix second of the next step of a fall after `nowSeconds`; null when the price no longer falls. */
export function nextStepAt(fall: PriceFall | null, nowSeconds: bigint): bigint | null {
  if (fall === null || nowSeconds >= fall.untilSeconds) return null
  const step = stepSeconds(fall)
  const begun = nowSeconds < fall.fromSeconds ? 0n : (nowSeconds - fall.fromSeconds) / step
  const next = fall.fromSeconds + (begun + 1n) * step
  return next < fall.untilSeconds ? next : fall.untilSeconds
}

/** Returns whether a price has left its first step: a listing that is placed now would begin below the price that was shown. */
export function hasFallen(fall: PriceFall, nowSeconds: bigint): boolean {
  const first = nextStepAt(fall, fall.fromSeconds)
  return first === null || first <= nowSeconds
}

/** Returns the length of a step. @source contracts/marketplace listing_terms::step_seconds */
function stepSeconds({ fromSeconds, untilSeconds }: PriceFall): bigint {
  const step = (untilSeconds - fromSeconds - 1n) / MAX_STEPS + 1n
  return step < MIN_STEP_SECONDS ? MIN_STEP_SECONDS : step
}
