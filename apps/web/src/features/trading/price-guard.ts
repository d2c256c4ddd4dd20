/** @source spec 001, section 5 "any new price below 0.001 is rejected" */
const MIN_LIST_PRICE = 100_000n

/** What is wrong with a price to list at; null when nothing is. @source spec 001, section 5 "Price field rules" */
export function listPriceError(text: string, octas: bigint | null): string | null {
  if (text.trim() === '') return 'Required.'
  if (octas === null) return 'A price is a number, such as 1.5'
  if (octas < 0n) return 'Cannot be negative'
  if (octas < MIN_LIST_PRICE) return 'Price cannot be below 0.001'
  return null
}

/** A price worth a second look: far below the floor (a slip gives the token away) or far above it (it will not sell). */
export function priceWarning(octas: bigint, floor: bigint | null): 'far-below-floor' | 'far-above-floor' | null {
  if (floor === null || floor === 0n) return null
  if (octas * 2n <= floor) return 'far-below-floor'
  return octas >= floor * 20n ? 'far-above-floor' : null
}
