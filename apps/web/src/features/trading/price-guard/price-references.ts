import type { TokenDetail } from '@opal/contract/tokens'
import { formatBps } from '../../../shared/format/number.ts'
import type { PriceReferences } from './price-anomalies.ts'

/** A basis of prices that a seller can start from. */
export type PriceBasis = 'floor' | 'trait-floor' | 'last-sale' | 'current'

/** Labels of the price presets. */
export const BASIS_LABELS: Readonly<Record<PriceBasis, string>> = {
  floor: 'Floor',
  'trait-floor': 'Trait floor',
  'last-sale': 'Last sale',
  current: 'Current price',
}

/** Returns the reference prices of a token. The trait floor is the highest floor of its traits. */
export function priceReferences(token: TokenDetail | undefined): PriceReferences {
  if (token === undefined) return { floor: null, traitFloor: null, lastSale: null }
  const floors = token.attributes.flatMap(({ floorPrice }) => (floorPrice === null ? [] : [BigInt(floorPrice)]))
  const traitFloor = floors.reduce<bigint | null>((most, one) => (most === null || one > most ? one : most), null)
  return {
    floor: toOctasOrNull(token.collectionFloorPrice),
    traitFloor,
    lastSale: toOctasOrNull(token.lastSalePrice),
  }
}

function toOctasOrNull(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}

/** Formats a price's distance from the floor. @example floorLabel(110n, 100n) // '10% over floor' */
export function floorLabel(octas: bigint, floor: bigint | null): string | null {
  if (floor === null || floor === 0n) return null
  if (octas === floor) return 'at floor'
  const difference = octas > floor ? octas - floor : floor - octas
  const bps = (difference * 10_000n + floor / 2n) / floor
  const percent = bps === 0n ? 'just' : formatBps(Number(bps))
  return `${percent} ${octas > floor ? 'over' : 'under'} floor`
}

/** The octas of a basis for a token; null when the token has none. */
export function basisOctas(
  basis: PriceBasis,
  { floor, traitFloor, lastSale }: PriceReferences,
  listed: string | null,
): bigint | null {
  switch (basis) {
    case 'floor':
      return floor
    case 'trait-floor':
      return traitFloor ?? floor
    case 'last-sale':
      return lastSale
    case 'current':
      return toOctasOrNull(listed)
  }
}

/**
 * A price some percent over or under another, rounded down to an octa.
 * @param percent signed, at most two decimals count, e.g. `-5` or `2.5`; null for text that is no such number.
 */
export function withPercent(octas: bigint, percent: string): bigint | null {
  const match = /^([+-]?)(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(percent.trim() === '' ? '0' : percent.trim())
  if (match === null) return null
  const [, sign, whole = '0', fraction = ''] = match
  const bps = BigInt(`${whole}${fraction.padEnd(2, '0')}`) * (sign === '-' ? -1n : 1n)
  const moved = (octas * (10_000n + bps)) / 10_000n
  return moved < 0n ? null : moved
}
