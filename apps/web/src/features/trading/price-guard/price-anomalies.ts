import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import { APT_DECIMALS, amountAdvice, formatApt } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'

/** Returns the error of a listing price, shown at the field; null when it is valid. @source docs/product/trading.md#prices-to-list-at */
export function listPriceError(text: string, octas: bigint | null): string | null {
  if (text.trim() === '') return 'Required.'
  if (octas === null) return amountAdvice(text)
  if (octas < 0n) return 'Cannot be negative'
  return null
}

/**
 * Returns the toast for invalid prices when the form is submitted; null for valid ones.
 * @source docs/product/trading.md#prices-too-low
 */
export function listPriceRefusal(prices: readonly bigint[]): string | null {
  if (prices.some((octas) => octas < 0n)) return 'Price cannot be below 0'
  return prices.some((octas) => octas < MIN_PRICE_OCTAS) ? 'Price cannot be below 0.001' : null
}

/** Reference prices in octas. */
export interface PriceReferences {
  readonly floor: bigint | null
  readonly traitFloor: bigint | null
  readonly lastSale: bigint | null
}

export interface PriceAnomaly {
  readonly direction: 'below' | 'above'
  /** The reference from which it differs. */
  readonly reference: 'the floor' | 'the trait floor' | 'the last sale' | 'the top bid'
  readonly referenceOctas: bigint
}

/** A price this many times over every reference will not sell, as 100 typed for 0.1. */
const FAR_ABOVE = 20n

/**
 * A price that looks like a slip of the finger: half of what such a token costs or less (it is given away), or twenty times
 * as much and more (0.75 typed as 75). The last sale speaks only where nothing is for sale to compare with.
 */
export function priceAnomaly(octas: bigint, { floor, traitFloor, lastSale }: PriceReferences): PriceAnomaly | null {
  const known = anomaliesFrom('below', { 'the floor': floor, 'the trait floor': traitFloor })
  if (known.length === 0) known.push(...anomaliesFrom('below', { 'the last sale': lastSale }))
  const tooLow = known.filter(({ referenceOctas }) => octas * 2n <= referenceOctas)
  if (tooLow.length > 0) return highest(tooLow)
  if (known.length === 0 || known.some(({ referenceOctas }) => octas < referenceOctas * FAR_ABOVE)) return null
  const most = highest(known)
  return most === null ? null : { ...most, direction: 'above' }
}

/** A listing below the top bid: its buyer can sell it into the bid at once. */
export function listingUnderBid(octas: bigint, topBid: bigint | null): PriceAnomaly | null {
  if (topBid === null || octas >= topBid) return null
  return { direction: 'below', reference: 'the top bid', referenceOctas: topBid }
}

/** A purchase at this many times everything comparable deserves a second look. */
const FAR_TO_PAY = 5n

/**
 * A price to pay that looks like a slip, of whoever typed it: five times the floor, the trait floor and the last sale and
 * more. A floor at the very price is this listing itself, and says nothing. A last sale at twenty times the floors says
 * nothing either: two who agree can make it whatever they like.
 */
export function purchaseAnomaly(octas: bigint, { floor, traitFloor, lastSale }: PriceReferences): PriceAnomaly | null {
  const floors = {
    'the floor': floor === octas ? null : floor,
    'the trait floor': traitFloor === octas ? null : traitFloor,
  }
  const dearest = highest(anomaliesFrom('above', floors))
  const isPlausible = lastSale === null || dearest === null || lastSale < dearest.referenceOctas * FAR_ABOVE
  return farAbove(octas, { ...floors, 'the last sale': isPlausible ? lastSale : null })
}

/**
 * An offer that looks like a slip where no floor bounds it: five times the last sale and the top bid, or more.
 * @param lastSale of the token, or of its collection.
 */
export function offerAnomaly(octas: bigint, lastSale: bigint | null, topBid: bigint | null): PriceAnomaly | null {
  return farAbove(octas, { 'the last sale': lastSale, 'the top bid': topBid })
}

/** A rare token may go below the floor of its traits, which is often one hopeful listing, but not for a fifth of it. */
const FAR_BELOW_TRAITS = 5n

/**
 * A bid that gives a token away when it is accepted: half of the floor or less, or a fifth of what its rarest trait costs.
 * The last sale speaks only where nothing is for sale to compare with.
 */
export function saleAnomaly(octas: bigint, { floor, traitFloor, lastSale }: PriceReferences): PriceAnomaly | null {
  const isCheap = traitFloor !== null && octas * FAR_BELOW_TRAITS <= traitFloor
  const known = anomaliesFrom('below', { 'the floor': floor, 'the trait floor': isCheap ? traitFloor : null })
  if (known.length === 0 && soundReference(traitFloor) === null)
    known.push(...anomaliesFrom('below', { 'the last sale': lastSale }))
  return highest(known.filter(({ referenceOctas }) => octas * 2n <= referenceOctas))
}

type References = Readonly<Partial<Record<PriceAnomaly['reference'], bigint | null>>>

/** Returns a reference that prices are held against; null for dust below the least price: listing a token of one's own at an octa costs only gas. */
export function soundReference(octas: bigint | null): bigint | null {
  return octas !== null && octas >= MIN_PRICE_OCTAS ? octas : null
}

/** Returns an anomaly for each known reference. */
function anomaliesFrom(direction: PriceAnomaly['direction'], references: References): PriceAnomaly[] {
  return (Object.entries(references) as [PriceAnomaly['reference'], bigint | null][]).flatMap(([reference, value]) => {
    const referenceOctas = soundReference(value)
    return referenceOctas === null ? [] : [{ direction, reference, referenceOctas }]
  })
}

function farAbove(octas: bigint, references: References): PriceAnomaly | null {
  const most = highest(anomaliesFrom('above', references))
  return most !== null && octas >= most.referenceOctas * FAR_TO_PAY ? most : null
}

function highest(anomalies: readonly PriceAnomaly[]): PriceAnomaly | null {
  return anomalies.reduce<PriceAnomaly | null>(
    (best, anomaly) => (best === null || anomaly.referenceOctas > best.referenceOctas ? anomaly : best),
    null,
  )
}

/** The action with an unusual price. */
export type AnomalyKind = 'listing' | 'purchase' | 'sale' | 'offer'

/** Returns the sentence of an anomaly. @param octas the unusual price. */
export function anomalySentence(kind: AnomalyKind, name: string, octas: bigint, anomaly: PriceAnomaly): string {
  const price = `${formatUnits(octas, APT_DECIMALS)} APT`
  const reference = `${anomaly.reference} (${formatApt(anomaly.referenceOctas)} APT)`
  switch (kind) {
    case 'listing':
      if (anomaly.reference === 'the top bid')
        return `${name} at ${price} is below ${reference}. Sell into that bid instead.`
      return anomaly.direction === 'below'
        ? `${name} at ${price} is at most half of ${reference}.`
        : `${name} at ${price} is at least 20 times ${reference}.`
    case 'purchase':
      return `${name} costs ${price}, at least 5 times ${reference}.`
    case 'sale':
      return `${name} is sold for ${price}, at most ${anomaly.reference === 'the trait floor' ? 'a fifth' : 'half'} of ${reference}.`
    case 'offer':
      return `You offer ${price} for ${name}, at least 5 times ${reference}.`
  }
}
