import { MIN_PRICE_OCTAS } from '@opal/contract/endpoints/build-list'

/** What is wrong with a price to list at, said beside the field; null when nothing is. @source spec 001, section 5 "Price field rules" */
export function listPriceError(text: string, octas: bigint | null): string | null {
  if (text.trim() === '') return 'Required.'
  if (octas === null) return 'A price is a number, such as 1.5'
  if (octas < 0n) return 'Cannot be negative'
  return null
}

/**
 * What is wrong with prices when the button is pressed, said in a toast; null when nothing is.
 * @source spec 001, section 5 "any new price below 0.001 is rejected", "A secondary check shows 'Price cannot be below 0'"
 */
export function listPriceRefusal(prices: readonly bigint[]): string | null {
  if (prices.some((octas) => octas < 0n)) return 'Price cannot be below 0'
  return prices.some((octas) => octas < MIN_PRICE_OCTAS) ? 'Price cannot be below 0.001' : null
}

/** Prices to hold another against. Octas. */
export interface PriceReferences {
  readonly floor: bigint | null
  readonly traitFloor: bigint | null
  readonly lastSale: bigint | null
}

export interface PriceSlip {
  readonly direction: 'below' | 'above'
  /** What it is far from. */
  readonly reference: 'the floor' | 'the trait floor' | 'the last sale'
  readonly referenceOctas: bigint
}

/** A price this many times over every reference will not sell, as 100 typed for 0.1. */
const FAR_ABOVE = 20n

/**
 * A price that looks like a slip of the finger: half of what such a token costs or less (it is given away), or twenty times
 * as much and more (0.75 typed as 75). The last sale speaks only where nothing is for sale to compare with.
 */
export function priceSlip(octas: bigint, { floor, traitFloor, lastSale }: PriceReferences): PriceSlip | null {
  const known: PriceSlip[] = []
  const add = (reference: PriceSlip['reference'], value: bigint | null) => {
    if (value !== null && value > 0n) known.push({ direction: 'below', reference, referenceOctas: value })
  }
  add('the floor', floor)
  add('the trait floor', traitFloor)
  if (known.length === 0) add('the last sale', lastSale)
  const tooLow = known.filter(({ referenceOctas }) => octas * 2n <= referenceOctas)
  if (tooLow.length > 0) return highest(tooLow)
  if (known.length === 0 || known.some(({ referenceOctas }) => octas < referenceOctas * FAR_ABOVE)) return null
  const most = highest(known)
  return most === null ? null : { ...most, direction: 'above' }
}

/** A purchase at this many times everything comparable deserves a second look. */
const FAR_TO_PAY = 5n

/**
 * A price to pay that looks like a slip, of whoever typed it: five times the floor, the trait floor and the last sale and
 * more. A floor at the very price is this listing itself, and says nothing.
 */
export function purchaseSlip(octas: bigint, { floor, traitFloor, lastSale }: PriceReferences): PriceSlip | null {
  const known: PriceSlip[] = []
  const add = (reference: PriceSlip['reference'], value: bigint | null) => {
    if (value !== null && value > 0n) known.push({ direction: 'above', reference, referenceOctas: value })
  }
  if (floor !== octas) add('the floor', floor)
  if (traitFloor !== octas) add('the trait floor', traitFloor)
  add('the last sale', lastSale)
  const most = highest(known)
  return most !== null && octas >= most.referenceOctas * FAR_TO_PAY ? most : null
}

function highest(slips: readonly PriceSlip[]): PriceSlip | null {
  return slips.reduce<PriceSlip | null>(
    (best, slip) => (best === null || slip.referenceOctas > best.referenceOctas ? slip : best),
    null,
  )
}
