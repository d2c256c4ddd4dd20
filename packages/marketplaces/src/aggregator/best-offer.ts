import type { Intent } from '@opal/domain/intent'
import type { Rate } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { commissionOf } from '../contracts/commission-of.ts'
import type { DeployedMarketplace } from '../contracts/network-contracts.ts'
import { isOffered } from '../payload/build-payload.ts'
import type { TradingPlace } from './trading-place.ts'

/** An open offer that a token could be sold into. */
export interface OpenOffer {
  readonly marketplace: string
  readonly buyer: string
  readonly priceOctas: bigint
  /** The token it is on; null for several of the collection. */
  readonly tokenDataId: string | null
  /** The bidder's pool pays it. */
  readonly isPooled: boolean
  /** Unix seconds; null when the marketplace has no expiry. */
  readonly expiresAtSeconds: bigint | null
  readonly placedAtMicros: bigint
}

export interface BestOffer<Offer extends OpenOffer> {
  readonly offer: Offer
  /** Octas that reach the seller: the price without the marketplace's commission and the royalty. */
  readonly netOctas: bigint
}

/** Returns the action that sells into an offer. */
function acceptKindOf({
  tokenDataId,
  isPooled,
}: OfferKind): Extract<Intent['kind'], 'accept-token-offer' | 'accept-collection-offer' | 'accept-pool-offer'> {
  if (isPooled) return 'accept-pool-offer'
  return tokenDataId === null ? 'accept-collection-offer' : 'accept-token-offer'
}

/** Returns the action by which its bidder cancels an offer. */
export function cancelKindOf({
  tokenDataId,
  isPooled,
}: OfferKind): Extract<Intent['kind'], 'cancel-token-offer' | 'cancel-collection-offer' | 'cancel-pool-offer'> {
  if (isPooled) return 'cancel-pool-offer'
  return tokenDataId === null ? 'cancel-collection-offer' : 'cancel-token-offer'
}

type OfferKind = Pick<OpenOffer, 'tokenDataId' | 'isPooled'>

/** Returns the marketplace at which a seller can take an offer now; null for own and expired offers, and where the marketplace takes no sale. */
export function marketplaceOfSale(
  offer: OpenOffer,
  marketplaces: readonly DeployedMarketplace[],
  { seller, nowSeconds }: { readonly seller: string; readonly nowSeconds: bigint },
): DeployedMarketplace | null {
  const marketplace = marketplaces.find(({ adapter }) => adapter.id === offer.marketplace)
  if (marketplace === undefined || !isOffered(marketplace, acceptKindOf(offer))) return null
  const isExpired = offer.expiresAtSeconds !== null && offer.expiresAtSeconds <= nowSeconds
  return isExpired || offer.buyer === seller ? null : marketplace
}

/**
 * Returns the offer that brings a seller most after fees; null when none can be sold into. A higher price at a
 * dearer marketplace may bring less. Of equal ones the first wins. Own and expired offers are left out, and those
 * of marketplaces that take none.
 * @param offers on the token, or on any of its collection.
 * @param royalty of the token, else of its collection.
 */
export function bestOffer<Offer extends OpenOffer>(
  offers: readonly Offer[],
  { marketplaces }: Pick<TradingPlace, 'marketplaces'>,
  { seller, royalty, nowSeconds }: { readonly seller: string; readonly royalty: Rate; readonly nowSeconds: bigint },
): BestOffer<Offer> | null {
  let best: BestOffer<Offer> | null = null
  for (const offer of offers) {
    const marketplace = marketplaceOfSale(offer, marketplaces, { seller, nowSeconds })
    if (marketplace === null) continue
    const netOctas = splitPrice(offer.priceOctas, commissionOf(marketplace.contracts, offer), royalty).sellerOctas
    if (best === null || netOctas > best.netOctas) best = { offer, netOctas }
  }
  return best
}
