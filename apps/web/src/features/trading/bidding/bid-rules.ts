import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import { amountAdvice } from '../../../shared/format/apt.ts'
import { usableReference } from '../price-guard/price-anomalies.ts'
import { expiryError } from './expiry-field.tsx'

/**
 * Returns the error of an offer price, shown at the field; null when it is valid.
 * @param floor the usual floor, below which it has to be; null for none.
 * @source docs/product/bids.md#offer-price, docs/product/bids.md#below-the-floor
 */
export function offerPriceError(text: string, octas: bigint | null, floor: bigint | null): string | null {
  if (text.trim() === '') return 'Required.'
  if (octas === null) return amountAdvice(text)
  if (octas < 0n) return 'Value cannot be negative'
  const bound = usableReference(floor)
  return bound !== null && octas >= bound ? 'Should be less than floor price' : null
}

/** Returns why an offer price is too low, shown at the field and as a toast on submission; null when it is not. Spelled as the product documents do. */
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

/** APT that a deposit with a bid leaves in the wallet, unless another is typed, octas: 0.1 APT, many times what a bid's gas costs. */
export const LEFT_FOR_GAS_OCTAS = 10_000_000n

/** The form of a bid. */
export interface BidForm {
  /** The price as typed, and whether it is valid. */
  readonly text: string
  readonly isPriced: boolean
  /** False for an invalid quantity. */
  readonly isSized?: boolean
  /** Unix seconds; null when no date is given. */
  readonly expiry: bigint | null
}

/** Returns what the form of a bid still needs, shown above its button; null when it is complete. */
export function blankBid({ text, isPriced, isSized = true, expiry }: BidForm, nowMs = Date.now()): string | null {
  if (!isPriced) return text.trim() === '' ? 'Enter a bid price.' : 'Check the bid price.'
  if (!isSized) return 'Check the quantity.'
  return expiryError(expiry, nowMs) === null ? null : 'Check the expiration date.'
}
