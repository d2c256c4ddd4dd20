import type { MarketplaceInfo } from '@opal/contract/network'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { bpsOf } from '@opal/domain/prices/rates'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { openListing } from '../../entities/order/listed-token.ts'
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

/** {@link Exit} as far as it is loaded. */
export interface ExitState {
  /** Null until it is loaded, and without a wallet. */
  readonly exit: Exit | null
  /** Loads it again; null unless it could not be loaded. */
  readonly retry: (() => void) | null
}

/** Loads what the viewer could sell into a collection's bids. */
export function useExit(collection: { collectionId: string; royaltyBps: number | null }): ExitState {
  const { api, marketplaces } = useSite()
  const viewer = useOwnAddress()
  const query = useQuery(exitQuery(api, collection.collectionId, viewer))
  const { data } = query
  if (viewer === null || data === null || data === undefined) {
    return { exit: null, retry: query.isLoadingError ? () => void query.refetch() : null }
  }
  const { held, total } = data
  const royalties = held.map((token) => royaltyBpsOf(token) ?? collection.royaltyBps)
  return { exit: { held, total, bids: exitBids(data, marketplaces), royalties }, retry: null }
}

/** Estimates a sale of held tokens. @param lowest bids below this price are left out; octas. */
export function estimateSale({ held, bids, royalties }: Exit, count: number, lowest = 0n): ExitEstimate {
  const tokens = held.map(({ tokenDataId }, at) => ({ tokenDataId, royaltyBps: royalties[at] ?? null }))
  const open = bids.filter(({ price }) => price >= lowest)
  return estimateExit(open, tokens, count)
}

/** Returns how many of the held tokens find a bid at this price or higher. @param lowest octas. */
export function countSellable(exit: Exit, lowest: bigint): number {
  return estimateSale(exit, exit.held.length, lowest).sold.length
}

/** Returns the request to sell the tokens of an estimate; the others can be chosen instead. @param lowest least bid to accept, octas. */
export function saleInto({ held }: Exit, { sold }: Pick<ExitEstimate, 'sold'>, lowest?: string): TradeRequest {
  const tokens = held.map((token) => ({ ...forSale(token), ...(lowest !== undefined && { leastPrice: lowest }) }))
  const isSold = (_: unknown, at: number) => sold.includes(at)
  return { kind: 'accept-bid', tokens: tokens.filter(isSold), others: tokens.filter((_, at) => !isSold(_, at)) }
}

/** Returns the bids that can be sold into here: those on the collection, and the best ones on the held tokens themselves. */
function exitBids({ held, bids, setBids }: HeldAndBids, marketplaces: readonly MarketplaceInfo[]): readonly ExitBid[] {
  const infoOf = (marketplace: string) => marketplaces.find(({ id }) => id === marketplace)
  const onCollection = bids.flatMap(({ price, remainingTokenAmount, marketplace }) => {
    const info = infoOf(marketplace)
    if (!canAcceptOn(info, 'collection')) return []
    const commissionBps = info?.commissionBps ?? 0
    return [{ price: BigInt(price), size: Number(remainingTokenAmount), commissionBps, tokens: null }]
  })
  const own = held.flatMap(({ tokenDataId, bestExit }) =>
    bestExit !== null && (bestExit.tokenBid || bestExit.setRoot !== null) ? [{ ...bestExit, tokenDataId }] : [],
  )
  const onTokens = [...Map.groupBy(own, ({ marketplace, offerId }) => `${marketplace} ${offerId}`).values()].flatMap(
    ([first, ...rest]) => {
      const info = infoOf(first?.marketplace ?? '')
      if (first === undefined || !canAcceptOn(info, first.tokenBid ? 'token' : 'collection')) return []
      const { marketplace, offerId, priceOctas } = first
      const listed = setBids.find((bid) => bid.marketplace === marketplace && bid.offerId === offerId)
      const commissionBps = info?.commissionBps ?? 0
      return [
        {
          ...{ price: BigInt(priceOctas), size: Number(listed?.remainingTokenAmount ?? 1), commissionBps },
          tokens: new Set([first, ...rest].map(({ tokenDataId }) => tokenDataId)),
        },
      ]
    },
  )
  return [...onCollection, ...onTokens]
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
    listedPrice: openListing(ownListings)?.price ?? null,
  }
}
