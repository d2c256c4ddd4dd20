import type { MarketplaceInfo } from '@opal/contract/network'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { bpsOf } from '@opal/domain/prices/rates'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { canAcceptOn } from '../../entities/order/marketplace-abilities.ts'
import type { TradeRequest, TradeSale } from '../../entities/order/trade-request.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { exitQuery } from './bids-query.ts'
import { type ExitBid, type ExitEstimate, estimateExit } from './exit-estimate.ts'
import type { HeldAndBids } from './fetch-bids.ts'

/** The viewer's items of a collection, and the bids that they could be sold into. */
export interface Exit extends Pick<HeldAndBids, 'held' | 'total'> {
  readonly bids: readonly ExitBid[]
  /** Of each token that is held, in basis points; null where it is unknown. */
  readonly royalties: readonly (number | null)[]
}

/** Returns what the viewer could sell into a collection's bids; null while it is not known, and without a wallet. */
export function useExit(collection: { collectionId: string; royaltyBps: number | null }): Exit | null {
  const { api, marketplaces } = useSite()
  const viewer = useOwnAddress()
  const { data } = useQuery(exitQuery(api, collection.collectionId, viewer))
  if (viewer === null || data === null || data === undefined) return null
  const { held, total } = data
  const royalties = held.map((token) => royaltyBpsOf(token) ?? collection.royaltyBps)
  return { held, total, bids: exitBids(data, marketplaces), royalties }
}

/** Estimate of a sale of the first of the held tokens. */
export interface SaleEstimate extends ExitEstimate {
  /** The royalty of one of them is unknown and not taken off. */
  readonly isBeforeRoyalty: boolean
}

/** Estimates a sale of held tokens. @param lowest bids below this price are left out; octas. */
export function estimateSale({ bids, royalties }: Exit, count: number, lowest = 0n): SaleEstimate {
  const sold = royalties.slice(0, count)
  const estimate = estimateExit(
    bids.filter(({ price }) => price >= lowest),
    sold.map((bps) => bps ?? 0),
  )
  return { ...estimate, isBeforeRoyalty: sold.slice(0, estimate.count).includes(null) }
}

/** Returns how many of the held tokens find a bid at this price or higher. @param lowest octas. */
export function countSellable({ held, bids }: Exit, lowest: bigint): number {
  const wanted = bids.reduce((sum, { price, size }) => (price < lowest ? sum : sum + size), 0)
  return Math.min(held.length, wanted)
}

/** Returns the request to sell the first of the held tokens; the others can be chosen instead. @param lowest least bid to accept, octas. */
export function saleInto({ held }: Exit, count: number, lowest?: string): TradeRequest {
  const tokens = held.map((token) => ({ ...forSale(token), ...(lowest !== undefined && { leastPrice: lowest }) }))
  return { kind: 'accept-bid', tokens: tokens.slice(0, count), others: tokens.slice(count) }
}

/** Returns the bids that can be sold into here. */
function exitBids({ bids }: Pick<HeldAndBids, 'bids'>, marketplaces: readonly MarketplaceInfo[]): readonly ExitBid[] {
  return bids.flatMap(({ price, remainingTokenAmount, marketplace }) => {
    const info = marketplaces.find(({ id }) => id === marketplace)
    if (!canAcceptOn(info, 'collection')) return []
    return [{ price: BigInt(price), size: Number(remainingTokenAmount), commissionBps: info?.commissionBps ?? 0 }]
  })
}

/** Returns a token's royalty in basis points by the split of its best bid; null without bids. */
function royaltyBpsOf({ bestExit }: PortfolioToken): number | null {
  return bestExit === null ? null : bpsOf(BigInt(bestExit.royaltyOctas), BigInt(bestExit.priceOctas))
}

function forSale({ tokenDataId, name, image, collectionImage, ownListings, ...rest }: PortfolioToken): TradeSale {
  const { collectionId, collectionName, propertyVersion, editionsHeld } = rest
  return {
    ...{ propertyVersion, editionsHeld },
    ...{ tokenDataId, name, image: image ?? collectionImage, collectionId, collectionName },
    ...{ marketplace: null, listingId: null },
    listedPrice: ownListings.find(({ validity }) => validity === 'valid')?.price ?? null,
  }
}
