import type { TokenFilterInput } from '@opal/contract/tokens/token-filter'
import { openTrade } from '../../../app/commands.ts'
import type { TradeCollection, TradeRequest } from '../../../entities/order/trade-request.ts'
import type { OfferedPurchase } from './offer-price-field.tsx'

/**
 * Returns the purchase of a collection's cheapest item, in place of a bid that costs as much; null while nothing is for sale.
 * @param floor octas of the cheapest of others that fits.
 * @param onClose closes the bid's dialog.
 */
export function cheapestInstead(
  { collectionId, collectionName, collectionImage }: TradeCollection,
  floor: string | null,
  onClose: () => void,
  filter: TokenFilterInput = {},
): OfferedPurchase | null {
  if (floor === null) return null
  const collection = { collectionId, collectionName, collectionImage }
  const criteria = { filter, count: 1, excludedTokens: [], excludedMarketplaces: [] }
  return {
    price: floor,
    open: (most) =>
      openInstead(
        { kind: 'sweep', collection, criteria: { ...criteria, maxPrice: String(most) }, shownOctas: floor },
        onClose,
      ),
  }
}

/** Opens a trade in place of the bid's dialog. */
export function openInstead(request: TradeRequest, onClose: () => void): void {
  onClose()
  openTrade(request)
}
