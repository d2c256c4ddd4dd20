import { OCTAS_PER_APT } from '../prices/octas.ts'

/**
 * Formulas of season 1, in millionths of a point, whole. Every constant of the season is in this file.
 * @source docs/product/rewards.md#season-points
 */

/** Millionths in a point. */
export const POINT_MICROS = 1_000_000n
/** Points for each APT bought on our own marketplace, and on another through us. */
export const NATIVE_POINTS_PER_APT = 100n
/** Points for an APT paid on another marketplace through us. */
export const ROUTED_POINTS_PER_APT = 25n
/** Points for each hour of an order at the floor. */
export const HOURLY_POINTS = 10n
/** Share of the floor by which a price may lie off it before an order earns nothing: a quarter. */
export const REACH = { numerator: 1n, denominator: 4n } as const
/** Tokens of one offer that count; more earn no more. */
export const MAX_BID_SIZE = 100n
/** Number of an order's prices within one hour that earn points; the last ones count. No seller needs to change a price more often. */
export const MAX_PRICES_PER_HOUR = 100
/** Octas for which a collection has to have been sold, wash trades left out, before its listings and offers earn. */
export const EARNING_VOLUME_OCTAS = 100n * OCTAS_PER_APT

/** Octas of the lowest floor at which orders earn, the least that anything is listed or bid at: at a lower one they lock next to nothing. */
const LEAST_FLOOR_OCTAS = 100_000n

/**
 * Returns the points of a purchase.
 * @param isNative whether it was made on our own marketplace, rather than on another through our aggregator.
 */
export function buyingPoints(priceOctas: bigint, isNative: boolean): bigint {
  const perApt = isNative ? NATIVE_POINTS_PER_APT : ROUTED_POINTS_PER_APT
  return (priceOctas * perApt * POINT_MICROS) / OCTAS_PER_APT
}

/**
 * Returns the hourly points of a listing on our own marketplace: all at the floor, none above 1.25 times the
 * floor.
 */
export function listingPoints(priceOctas: bigint, floorOctas: bigint): bigint {
  return nearness(priceOctas - floorOctas, floorOctas)
}

/**
 * Returns the hourly points of a collection offer on our own marketplace: more the nearer the floor and the
 * larger, up to a bound.
 */
export function biddingPoints(priceOctas: bigint, floorOctas: bigint, size: bigint): bigint {
  const counted = size < MAX_BID_SIZE ? size : MAX_BID_SIZE
  const weight = BigInt(Math.round(Math.log2(1 + Number(counted)) * Number(POINT_MICROS)))
  return (nearness(floorOctas - priceOctas, floorOctas) * weight) / POINT_MICROS
}

/** Returns hourly points of a price by its distance in octas on the wrong side of the floor. */
function nearness(offOctas: bigint, floorOctas: bigint): bigint {
  if (floorOctas < LEAST_FLOOR_OCTAS) return 0n
  const reach = floorOctas * REACH.numerator
  const left = reach - offOctas * REACH.denominator
  return left <= 0n ? 0n : (HOURLY_POINTS * POINT_MICROS * left) / reach
}
