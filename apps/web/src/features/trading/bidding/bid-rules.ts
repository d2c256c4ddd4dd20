import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'

/** What is wrong with an offer price, said beside the field; null when nothing is. @source docs/product/bids.md#offer-price */
export function offerPriceError(text: string, octas: bigint | null, floor: bigint | null): string | null {
  if (text.trim() === '') return 'Required.'
  if (octas === null) return 'A price is a number, such as 1.5'
  if (octas < 0n) return 'Value cannot be negative'
  return floor !== null && octas >= floor ? 'Should be less than floor price' : null
}

/** What is said in a toast when the button is pressed; null when nothing is wrong. The product's own spelling, with its blank. */
export function offerPriceRefusal(octas: bigint | null): string | null {
  return octas !== null && octas >= 0n && octas < MIN_PRICE_OCTAS ? 'Offer Price cannot be below than 0.001 ' : null
}

/** A size as people type it. @source docs/product/bids.md#bid-size */
export function parseBidSize(text: string): number | null {
  const size = Number.parseInt(text, 10)
  return Number.isNaN(size) || size < 1 || size > MAX_BID_TOKENS ? null : size
}

/** Most tokens one bid may want. @source contract, build-collection-bid */
export const MAX_BID_TOKENS = 10_000
