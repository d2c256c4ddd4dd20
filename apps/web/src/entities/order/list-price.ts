import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import { amountAdvice, parseApt } from '../../shared/format/apt.ts'

/** Returns the error of a typed listing price, shown at the field; null when it is valid. @source docs/product/trading.md#prices-to-list-at */
export function listPriceError(text: string): string | null {
  if (text.trim() === '') return 'Required.'
  const octas = parseApt(text)
  if (octas === null) return amountAdvice(text)
  return octas < 0n ? 'Cannot be negative' : null
}

/** Returns what is shown at the field of a typed listing price: its error, or that it is below the minimum; null for a price that can be signed. */
export function listPriceNote(text: string): string | null {
  const octas = parseApt(text)
  return listPriceError(text) ?? (octas === null ? null : listPriceRefusal([octas]))
}

/**
 * Returns the toast for invalid listing prices when the form is submitted; null for valid ones.
 * @source docs/product/trading.md#prices-too-low
 */
export function listPriceRefusal(prices: readonly bigint[]): string | null {
  if (prices.some((octas) => octas < 0n)) return 'Price cannot be below 0'
  return prices.some((octas) => octas < MIN_PRICE_OCTAS) ? 'Price cannot be below 0.001' : null
}
