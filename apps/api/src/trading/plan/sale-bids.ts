import type { ExitBid } from '@opal/domain/portfolio/sale-matching'
import { marketplaceOfSale } from '@opal/marketplaces/aggregator/best-offer'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { setKeyOf } from '@opal/store/accounts/token-sets'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import type { SetOffers } from '@opal/store/queries/orders/offers/set-offers'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import type { SaleFacts } from './best-exit.ts'

/** An offer as a plan of sales sees it. */
export interface SaleBid extends ExitBid {
  readonly offer: AnyOfferRow
}

/** Returns those of some offers that a seller can take now, in their order. */
export function toSaleBids(
  seller: string,
  offers: readonly AnyOfferRow[],
  { nowSeconds }: Pick<SaleFacts, 'nowSeconds'>,
  marketplaces: readonly DeployedMarketplace[],
): readonly SaleBid[] {
  return offers.flatMap((offer) => {
    const { marketplace, buyer, priceOctas, remainingAmount, poolOctas } = offer
    const deployed = marketplaceOfSale(offer, marketplaces, { seller, nowSeconds })
    if (deployed === null) return []
    const pool = poolOctas === null ? null : { id: `${marketplace} ${buyer}`, octas: poolOctas }
    return [{ offer, priceOctas, remainingAmount, pool, commission: commissionOf(deployed.contracts, offer) }]
  })
}

const NONE: readonly SaleBid[] = []

/** Bids that a token fits. */
export interface FittingBids {
  /** Those on it alone, and on sets that it is in. */
  readonly bids: readonly SaleBid[]
  /** Those on any token of its collection: the same array for all of them. */
  readonly sharedBids: readonly SaleBid[]
}

/** Sorts bids by what they are on, once for any number of tokens. */
export function bidsByToken(
  bids: readonly SaleBid[],
  { setsOf }: Pick<SetOffers, 'setsOf'>,
): (token: TokenHead) => FittingBids {
  const onTokens = Map.groupBy(bids, ({ offer }) => (offer.tokenDataId === null ? null : editionOf(offer)))
  const onMany = onTokens.get(null) ?? []
  const shared = Map.groupBy(
    onMany.filter(({ offer }) => offer.setRoot === null),
    ({ offer }) => offer.collectionId,
  )
  const onSets = Map.groupBy(onMany, ({ offer }) => offer.setRoot)
  return (token) => {
    const roots = setsOf.get(setKeyOf(token.tokenDataId, token.propertyVersion)) ?? []
    const ofSets = [...roots]
      .flatMap((root) => onSets.get(root) ?? NONE)
      .filter(({ offer }) => offer.collectionId === token.collectionId)
    return {
      bids: [...(onTokens.get(editionOf(token)) ?? NONE), ...ofSets],
      sharedBids: shared.get(token.collectionId) ?? NONE,
    }
  }
}

function editionOf({ tokenDataId, propertyVersion }: Pick<AnyOfferRow, 'tokenDataId' | 'propertyVersion'>): string {
  return `${tokenDataId} ${propertyVersion}`
}
