import type { TokenDetail } from '@opal/contract/tokens'
import { bpsOf } from '@opal/domain/prices/rates'
import { tickOf } from '@opal/domain/prices/tick'
import { groupedAdvice, toOctas } from '../../../shared/format/apt.ts'
import { formatBps } from '../../../shared/format/number.ts'
import { typedText } from '../../../shared/format/typed-text.ts'
import type { OthersReferences, PriceReferences } from './price-anomalies.ts'

/** A basis of prices that a seller can start from. */
export type PriceBasis = 'cost' | 'break-even' | 'top-bid' | 'floor' | 'trait-floor' | 'last-sale' | 'current'

/** Labels of the price presets. */
export const BASIS_LABELS: Readonly<Record<PriceBasis, string>> = {
  cost: 'Cost',
  'break-even': 'Break-even',
  'top-bid': 'Top bid',
  floor: 'Floor',
  'trait-floor': 'Trait floor',
  'last-sale': 'Last sale',
  current: 'Current price',
}

/** References for a seller's price: the market's, the token's cost and its proceeds now. */
export interface SellerReferences extends OthersReferences {
  /** Octas; null where it is not known. */
  readonly cost: bigint | null
  /** The least price that leaves the cost after fee and royalty, on a round tick. */
  readonly breakEven: bigint | null
  /** The highest bid of another wallet, before fees. */
  readonly topBid: bigint | null
}

/** Returns the reference prices of a token. The trait floor is the highest floor of its traits. */
export function priceReferences(token: TokenDetail | undefined): PriceReferences {
  if (token === undefined)
    return { floor: null, usualFloor: null, traitFloor: null, lastSale: null, collectionSale: null }
  const floors = token.attributes.flatMap(({ floorPrice }) => (floorPrice === null ? [] : [BigInt(floorPrice)]))
  const traitFloor = floors.reduce<bigint | null>((most, one) => (most === null || one > most ? one : most), null)
  const floor = toOctas(token.collectionFloorPrice)
  return {
    floor,
    usualFloor: usualFloorOf(floor, toOctas(token.collectionUsualFloorPrice)),
    traitFloor,
    lastSale: toOctas(token.lastSalePrice),
    collectionSale: toOctas(token.collectionLastSalePrice),
  }
}

/**
 * Returns the usual floor for a current floor: never below it, since the listing behind it may be gone by now.
 * @param read the usual floor as it was read; null without one.
 */
export function usualFloorOf(floor: bigint | null, read: bigint | null): bigint | null {
  if (floor === null || read === null) return null
  return read > floor ? read : floor
}

/**
 * Formats a price's distance from the floor.
 * @param options `isWhole` for whole percent, as for a preset, whose price is rounded to a tick; `name` of the floor.
 * @example floorLabel(110n, 100n) // '10% over floor'
 */
export function floorLabel(
  octas: bigint,
  floor: bigint | null,
  { isWhole = false, name = 'floor' } = {},
): string | null {
  if (floor === null) return null
  if (octas === floor) return `at ${name}`
  const exact = bpsOf(octas > floor ? octas - floor : floor - octas, floor)
  if (exact === null) return null
  const bps = isWhole ? Math.round(exact / 100) * 100 : exact
  const percent = bps === 0 ? 'just' : formatBps(bps)
  return `${percent} ${octas > floor ? 'over' : 'under'} ${name}`
}

/**
 * Returns the octas of a basis for a token; null when the token has none, or its cost is zero, which is no price.
 * @param present octas of its listing now; null without one.
 */
export function basisOctas(
  basis: PriceBasis,
  { floor, startingTraitFloor, lastSale, cost, breakEven, topBid }: SellerReferences,
  present: bigint | null,
): bigint | null {
  switch (basis) {
    case 'cost':
      return cost === 0n ? null : cost
    case 'break-even':
      return cost === 0n ? null : breakEven
    case 'top-bid':
      return topBid
    case 'floor':
      return floor
    case 'trait-floor':
      return startingTraitFloor ?? floor
    case 'last-sale':
      return lastSale
    case 'current':
      return present
  }
}

/**
 * Returns a price at least some percent over or under another, on the next round tick; the price itself without a percentage. It is
 * never on the other side: where the tick of its size is wider than half of the step, a tenth of the tick is taken.
 * @param percent as {@link percentAdvice} accepts it, e.g. `-5`, `2,5` or `30%`; null for any other text.
 */
export function withPercent(octas: bigint, percent: string): bigint | null {
  const read = readPercent(percent)
  if (read === null || read.whole.length > 4 || read.fraction.length > 2) return null
  const bps = BigInt(`${read.whole}${read.fraction.padEnd(2, '0')}`) * (read.isUnder ? -1n : 1n)
  if (bps === 0n) return octas
  const exact = octas * (10_000n + bps)
  if (exact < 0n) return null
  const moved = bps < 0n ? exact / 10_000n : roundUp(exact, 10_000n) / 10_000n
  const step = moved < octas ? octas - moved : moved - octas
  let tick = tickOf(moved)
  while (tick > 1n && tick * 2n > step) tick = tick < 10n ? 1n : tick / 10n
  return bps < 0n ? moved - (moved % tick) : roundUp(moved, tick)
}

/** Returns what is wrong with a typed percentage that no price can be moved by; null where nothing is. */
export function percentAdvice(text: string): string | null {
  const read = readPercent(text)
  if (read === null) return groupedAdvice(numberOf(text)) ?? 'A percentage is a number, such as -5'
  if (read.isUnder && read.whole.length > 2) return 'Enter a percentage above -100'
  if (read.whole.length > 4) return 'Enter a percentage below 10,000'
  return read.fraction.length > 2 ? 'Enter at most two decimals' : null
}

interface TypedPercent {
  readonly isUnder: boolean
  /** Digits before the point or comma, without zeros at the start. */
  readonly whole: string
  readonly fraction: string
}

/** Reads a percentage, with its sign or without, as amounts are read; nothing is zero. Null for text that is none, or that can be read in two ways. */
function readPercent(text: string): TypedPercent | null {
  if (typedText(text) === '') return { isUnder: false, whole: '', fraction: '' }
  const match = /^(\d*)(?:[.,](\d*))?$/.exec(numberOf(text))
  const [, whole = '', fraction = ''] = match ?? []
  if (`${whole}${fraction}` === '' || groupedAdvice(numberOf(text)) !== null) return null
  return { isUnder: /^[-−]/.test(typedText(text)), whole: whole.replace(/^0+/, ''), fraction }
}

/** Returns a typed percentage without its signs. */
function numberOf(text: string): string {
  return typedText(text)
    .replace(/^[-−+]\s*/, '')
    .replace(/\s*%$/, '')
}

function roundUp(octas: bigint, step: bigint): bigint {
  return ((octas + step - 1n) / step) * step
}

/** Returns the least round price that leaves a cost after commission and royalty; null where they take everything. */
export function breakEven(cost: bigint, commissionBps: number, royaltyBps: number): bigint | null {
  const left = 10_000n - BigInt(commissionBps + royaltyBps)
  if (left <= 0n) return null
  const least = (cost * 10_000n + left - 1n) / left
  return roundUp(least, tickOf(least))
}
