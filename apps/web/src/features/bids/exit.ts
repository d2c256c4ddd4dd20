import type { MarketplaceInfo } from '@opal/contract/network'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { planExit } from '@opal/domain/portfolio/exit-plan'
import type { ExitBid, ExitItem } from '@opal/domain/portfolio/sale-matching'
import { sumOctas } from '@opal/domain/prices/octas'
import { bps, bpsOf } from '@opal/domain/prices/rates'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { openListing } from '../../entities/order/listed-token.ts'
import { canAcceptOn } from '../../entities/order/marketplace-abilities.ts'
import type { TradeRequest, TradeSale } from '../../entities/order/trade-request.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { exitQuery } from './bids-query.ts'
import type { HeldAndBids } from './fetch-bids.ts'

/** A bid that the viewer could sell into. */
export interface OpenBid extends ExitBid {
  /** Ids of the only tokens that it takes; null for any of the collection. */
  readonly tokens: ReadonlySet<string> | null
}

/** The viewer's items of a collection, and the bids that they could be sold into. */
export interface Exit extends Pick<HeldAndBids, 'held' | 'total'> {
  readonly bids: readonly OpenBid[]
  /** Royalty of each held token in basis points; null where it is unknown, and not deducted. */
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

/** Proceeds of selling held tokens into bids. */
export interface SaleEstimate {
  /** The tokens that are sold, by their places among those held. */
  readonly sold: readonly number[]
  /** Octas that the bids pay, and what reaches the seller. */
  readonly grossOctas: bigint
  readonly netOctas: bigint
  /** Net of one token on average, rounded down; 0 without tokens. */
  readonly averageOctas: bigint
  /** The lowest bid among them; null without tokens. */
  readonly lowestPrice: bigint | null
  /** The royalty of one of them is unknown and not taken off. */
  readonly isBeforeRoyalty: boolean
}

/**
 * Estimates the sale of the first held tokens that can be sold together. The API plans the sale that follows in the same way.
 * @param count tokens to sell at most.
 * @param lowest bids below this price are left out; octas.
 */
export function estimateSale(exit: Exit, count: number, lowest = 0n): SaleEstimate {
  const items = toItems(exit, lowest)
  const sellable = planExit(items).sales.flatMap((sale, at) => (sale === null ? [] : at))
  const sold = sellable.slice(0, count)
  const wanted = new Set(sold)
  const sales = planExit(items.filter((_, at) => wanted.has(at))).sales.flatMap((sale) => sale ?? [])
  const prices = sales.map(({ bid }) => bid.priceOctas)
  const netOctas = sumOctas(sales.map((sale) => sale.netOctas))
  return {
    sold,
    netOctas,
    grossOctas: sumOctas(prices),
    averageOctas: sold.length === 0 ? 0n : netOctas / BigInt(sold.length),
    lowestPrice: prices.reduce<bigint | null>((least, one) => (least === null || one < least ? one : least), null),
    isBeforeRoyalty: sold.some((at) => exit.royalties[at] === null),
  }
}

function toItems({ held, bids, royalties }: Exit, lowest: bigint): readonly ExitItem<OpenBid>[] {
  const open = bids.filter(({ priceOctas }) => priceOctas >= lowest)
  const sharedBids = open.filter(({ tokens }) => tokens === null)
  return held.map(({ tokenDataId }, at) => ({
    royalty: bps(royalties[at] ?? 0),
    leastOctas: 0n,
    sharedBids,
    bids: open.filter(({ tokens }) => tokens?.has(tokenDataId)),
  }))
}

/** Returns how many of the held tokens find a bid at this price or higher. @param lowest octas. */
export function countSellable(exit: Exit, lowest: bigint): number {
  return planExit(toItems(exit, lowest)).sales.filter((sale) => sale !== null).length
}

/** Returns the request to sell the tokens of an estimate; the others can be chosen instead. @param lowest least bid to accept, octas. */
export function saleInto(
  { held }: Exit,
  { sold, netOctas, isBeforeRoyalty }: Pick<SaleEstimate, 'sold' | 'netOctas' | 'isBeforeRoyalty'>,
  lowest?: string,
): TradeRequest {
  const tokens = held.map((token) => ({ ...forSale(token), ...(lowest !== undefined && { leastPrice: lowest }) }))
  const isSold = (_: unknown, at: number) => sold.includes(at)
  return {
    kind: 'accept-bid',
    tokens: tokens.filter(isSold),
    others: tokens.filter((_, at) => !isSold(_, at)),
    ...(!isBeforeRoyalty && { shownOctas: String(netOctas) }),
  }
}

/** Returns the bids that can be sold into here: those on the collection, and the best ones on the held tokens themselves. */
function exitBids({ held, bids, setBids }: HeldAndBids, marketplaces: readonly MarketplaceInfo[]): readonly OpenBid[] {
  const infoOf = (marketplace: string) => marketplaces.find(({ id }) => id === marketplace)
  const onCollection = bids.flatMap(({ price, remainingTokenAmount, marketplace }) => {
    const info = infoOf(marketplace)
    if (!canAcceptOn(info, 'collection')) return []
    return [{ ...toBid(info, price, remainingTokenAmount), tokens: null }]
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
      const tokens = new Set([first, ...rest].map(({ tokenDataId }) => tokenDataId))
      return [{ ...toBid(info, priceOctas, listed?.remainingTokenAmount ?? '1'), tokens }]
    },
  )
  return [...onCollection, ...onTokens]
}

/** Pools need no check here: the API already limits a bid to the items that its pool pays for. */
function toBid(info: MarketplaceInfo | undefined, priceOctas: string, amount: string): ExitBid {
  const commission = bps(info?.commissionBps ?? 0)
  return { priceOctas: BigInt(priceOctas), remainingAmount: BigInt(amount), commission, pool: null }
}

/** Returns a token's royalty in basis points by the split of its best bid; null without bids. */
function royaltyBpsOf({ bestExit }: PortfolioToken): number | null {
  return bestExit === null ? null : bpsOf(BigInt(bestExit.royaltyOctas), BigInt(bestExit.priceOctas))
}

function forSale({ tokenDataId, name, image, collectionImage, ownListings, ...rest }: PortfolioToken): TradeSale {
  const { collectionId, collectionName, propertyVersion, editionsHeld } = rest
  return {
    propertyVersion,
    editionsHeld,
    tokenDataId,
    name,
    image: image ?? collectionImage,
    collectionId,
    collectionName,
    marketplace: null,
    listingId: null,
    listedPrice: openListing(ownListings)?.price ?? null,
  }
}
