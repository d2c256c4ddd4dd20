import type { PortfolioToken } from '@opal/contract/portfolio'
import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import type { ChosenMove } from '../../entities/order/trade-request.ts'
import { amountAdvice, parseApt } from '../../shared/format/apt.ts'
import { formatUnits } from '../../shared/format/decimal.ts'

const APT_DECIMALS = 8

/** A listing elsewhere, and the price it is to have with us. @source docs/product/rewards.md#listings-to-move */
export interface RelistRow {
  readonly tokenDataId: string
  readonly marketplace: string
  readonly listingId: string
  /** Octas. */
  readonly newPrice: string
}

/** A listing elsewhere as the dialog shows it. */
export interface ElsewhereRow {
  readonly key: string
  readonly token: PortfolioToken
  readonly listing: PortfolioToken['ownListings'][number]
}

/** The wallet's listings on other marketplaces. */
export function elsewhereRows(tokens: readonly PortfolioToken[], nativeId: string): readonly ElsewhereRow[] {
  return tokens.flatMap((token) =>
    token.ownListings
      .filter(({ marketplace }) => marketplace !== nativeId)
      .map((listing) => ({ key: `${listing.marketplace} ${listing.listingId}`, token, listing })),
  )
}

/** Formats octas for an input field. */
export function editablePrice(octas: string): string {
  return formatUnits(BigInt(octas), APT_DECIMALS)
}

/** Returns the error of a typed price; null when it is valid. @source docs/product/trading.md#prices-to-list-at */
export function priceTrouble(text: string): string | null {
  const octas = parseApt(text)
  if (octas === null) return text.trim() === '' ? 'Required.' : amountAdvice(text)
  return octas < 0n ? 'Cannot be negative' : null
}

/** Parses a typed price, or returns the toast that refuses it. @source docs/product/trading.md#prices-too-low */
export function acceptPrice(text: string): { readonly octas: string } | { readonly toast: string } {
  const octas = parseApt(text)
  if (octas !== null && octas < 0n) return { toast: 'Price cannot be below 0' }
  if (octas === null || octas < MIN_PRICE_OCTAS) return { toast: 'Price cannot be below 0.001' }
  return { octas: String(octas) }
}

/** Returns the angle of the gauge's needle in degrees. @source docs/product/rewards.md#gauge */
export function meterAngle(loyalty: number): number {
  return loyalty === 100 ? 70 : 14 * Math.floor(loyalty / 10) - 50
}

/** Converts a row to the API's format. */
export function toMove({ tokenDataId, marketplace, listingId, newPrice }: RelistRow): ChosenMove {
  return { tokenDataId, marketplace, listingId, price: newPrice }
}
