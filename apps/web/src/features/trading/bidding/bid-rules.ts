import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import { amountAdvice } from '../../../shared/format/apt.ts'
import { usableReference } from '../price-guard/price-anomalies.ts'

/** Returns the error of an offer price, shown at the field; null when it is valid. @source docs/product/bids.md#offer-price */
export function offerPriceError(text: string, octas: bigint | null, floor: bigint | null): string | null {
  if (text.trim() === '') return 'Required.'
  if (octas === null) return amountAdvice(text)
  if (octas < 0n) return 'Value cannot be negative'
  const bound = usableReference(floor)
  return bound !== null && octas >= bound ? 'Should be less than floor price' : null
}

/** Returns the toast that refuses an offer price on submission; null when it is valid. Spelled as the product documents do. */
export function offerPriceRefusal(octas: bigint | null): string | null {
  return octas !== null && octas >= 0n && octas < MIN_PRICE_OCTAS ? 'Offer Price cannot be below than 0.001 ' : null
}

/** Parses a typed number of tokens; null when it is invalid. @source docs/product/bids.md#bid-size */
export function parseBidSize(text: string): number | null {
  const size = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
  return size < 1 || size > MAX_BID_TOKENS ? null : size
}

/** Most tokens one bid may want. @source contract, build-collection-bid */
export const MAX_BID_TOKENS = 10_000
