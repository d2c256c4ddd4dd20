import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import type { TradeReason } from '@opal/contract/trading/trade'
import { isOffered } from '@opal/marketplaces/build-payload'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import { notOffered, REASONS, venueClosed } from './reasons.ts'

/** A bid as somebody asks for it. */
export interface BidWish {
  readonly kind: 'place-token-offer' | 'place-collection-offer'
  readonly priceOctas: bigint
  readonly expiresAtSeconds: bigint
  /** Id of the wanted venue; undefined for the native one. */
  readonly marketplace: string | undefined
  /** The collection's floor; null where nothing is for sale, or where the bidder has said that they know. */
  readonly floorOctas: bigint | null
}

/** Where a bid would be placed, and why it cannot be. Pure. @source docs/product/bids.md#offer-price */
export function planBid(
  wish: BidWish,
  marketplaces: readonly DeployedMarketplace[],
  nowMicros: bigint,
): { readonly deployed: DeployedMarketplace | null; readonly reason: TradeReason | null } {
  const { marketplace } = wish
  const deployed =
    marketplaces.find(({ adapter }) => (marketplace === undefined ? adapter.isNative : adapter.id === marketplace)) ??
    null
  return { deployed, reason: refusal(wish, deployed, nowMicros) }
}

function refusal(wish: BidWish, deployed: DeployedMarketplace | null, nowMicros: bigint): TradeReason | null {
  if (wish.priceOctas < MIN_PRICE_OCTAS) return REASONS.offerTooLow
  if (wish.floorOctas !== null && wish.priceOctas >= wish.floorOctas) return REASONS.offerAboveFloor
  if (wish.expiresAtSeconds <= nowMicros / 1_000_000n) return REASONS.expiryPast
  if (deployed === null || deployed.contracts.status !== 'active') {
    return venueClosed(deployed?.adapter.displayName ?? wish.marketplace ?? 'The marketplace')
  }
  return isOffered(deployed, wish.kind) ? null : notOffered(deployed.adapter.displayName)
}
