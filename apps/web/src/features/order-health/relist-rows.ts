import type { PortfolioToken } from '@opal/contract/portfolio'
import { listPriceRefusal } from '../../entities/order/list-price.ts'
import type { ChosenMove } from '../../entities/order/trade-request.ts'
import { parseApt } from '../../shared/format/apt.ts'

/** A listing elsewhere with its price on the native marketplace. @source docs/product/rewards.md#listings-to-move */
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

/** Returns the wallet's listings on other marketplaces that can be moved: that of a frozen token cannot be taken back, nor does loyalty count it. */
export function elsewhereRows(tokens: readonly PortfolioToken[], nativeId: string): readonly ElsewhereRow[] {
  return tokens.flatMap((token) =>
    token.ownListings
      .filter(({ marketplace, validity }) => marketplace !== nativeId && validity !== 'token-frozen')
      .map((listing) => ({ key: `${listing.marketplace} ${listing.listingId}`, token, listing })),
  )
}

/** Parses a typed price, or returns the toast that refuses it. @source docs/product/trading.md#prices-too-low */
export function acceptPrice(text: string): { readonly octas: string } | { readonly toast: string } {
  const octas = parseApt(text) ?? 0n
  const toast = listPriceRefusal([octas])
  return toast === null ? { octas: String(octas) } : { toast }
}

/** Returns the angle of the gauge's needle in degrees. @source docs/product/rewards.md#gauge */
export function meterAngle(loyalty: number): number {
  return loyalty === 100 ? 70 : 14 * Math.floor(loyalty / 10) - 50
}

/** Converts a row to the API's format. */
export function toMove({ tokenDataId, marketplace, listingId, newPrice }: RelistRow): ChosenMove {
  return { tokenDataId, marketplace, listingId, price: newPrice }
}
