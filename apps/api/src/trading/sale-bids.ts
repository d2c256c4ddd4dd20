import type { ExitBid } from '@opal/domain/portfolio/exit-plan'
import { marketplaceOfSale } from '@opal/marketplaces/aggregator/best-offer'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import { isInSet, type SetOffers } from '@opal/store/queries/orders/set-offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
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

/**
 * Sorts bids by what they are on, once for any number of tokens.
 * @returns the bids on a token alone and on sets that it is in, and those on any of its collection.
 */
export function bidsByToken(
  bids: readonly SaleBid[],
  sets: Pick<SetOffers, 'setsOf'>,
): (token: TokenRow) => { readonly bids: readonly SaleBid[]; readonly sharedBids: readonly SaleBid[] } {
  const onTokens = Map.groupBy(bids, ({ offer }) => (offer.tokenDataId === null ? null : editionOf(offer)))
  const ofCollections = Map.groupBy(onTokens.get(null) ?? [], ({ offer }) => offer.collectionId)
  const shared = new Map([...ofCollections].map(([id, all]) => [id, all.filter(({ offer }) => offer.setRoot === null)]))
  const onSets = new Map([...ofCollections].map(([id, all]) => [id, all.filter(({ offer }) => offer.setRoot !== null)]))
  return (token) => {
    const ofSets = (onSets.get(token.collectionId) ?? NONE).filter(({ offer }) => isInSet(offer, token, sets))
    return {
      bids: [...(onTokens.get(editionOf(token)) ?? NONE), ...ofSets],
      sharedBids: shared.get(token.collectionId) ?? NONE,
    }
  }
}

function editionOf({ tokenDataId, propertyVersion }: Pick<AnyOfferRow, 'tokenDataId' | 'propertyVersion'>): string {
  return `${tokenDataId} ${propertyVersion}`
}
