import type { BestExit } from '@opal/contract/portfolio'
import type { Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import { toText } from './text.ts'

/** What selling one token into an offer brings; null where its marketplace does not exist on this network. */
export function presentBestExit(
  { marketplace, offerId, priceOctas, tokenDataId }: AnyOfferRow,
  royalty: Rate,
  marketplaces: readonly DeployedMarketplace[],
): BestExit | null {
  const venue = marketplaces.find(({ adapter }) => adapter.id === marketplace)
  if (venue === undefined) return null
  const { sellerOctas, commissionOctas, royaltyOctas } = splitPrice(priceOctas, venue.contracts.commission, royalty)
  return {
    netOctas: toText(sellerOctas),
    priceOctas: toText(priceOctas),
    commissionOctas: toText(commissionOctas),
    royaltyOctas: toText(royaltyOctas),
    marketplace,
    offerId,
    tokenBid: tokenDataId !== null,
  }
}
