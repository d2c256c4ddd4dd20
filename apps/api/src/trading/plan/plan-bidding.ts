import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { toSeconds } from '@opal/domain/time'
import { cancelKindOf } from '@opal/marketplaces/aggregator/best-offer'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { isOffered } from '@opal/marketplaces/payload/build-payload'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import { unknownTokenReason } from '../intents.ts'
import { inEdition } from './editions.ts'
import { BLANK_ITEM, marketplaceClosed, notOffered, type PlannedItem, REASONS } from './trade-plan.ts'

/** A requested bid. */
export interface BidRequest {
  readonly kind: 'place-token-offer' | 'place-collection-offer' | 'place-pool-offer'
  readonly priceOctas: bigint
  readonly expiresAtSeconds: bigint
  /** Id of the wanted marketplace; undefined for the native one. */
  readonly marketplace: string | undefined
  /** The collection's usual floor; null without one, or where the bidder has said that they know. @source docs/product/bids.md#below-the-floor */
  readonly floorOctas: bigint | null
}

/** Chooses the marketplace of a bid, or the reason why it cannot be placed. Pure. @source docs/product/bids.md#offer-price */
export function planBid(
  request: BidRequest,
  marketplaces: readonly DeployedMarketplace[],
  nowMicros: bigint,
): { readonly deployed: DeployedMarketplace | null; readonly reason: TradeReason | null } {
  const { marketplace } = request
  const deployed =
    marketplaces.find(({ adapter }) => (marketplace === undefined ? adapter.isNative : adapter.id === marketplace)) ??
    null
  return { deployed, reason: bidRefusal(request, deployed, nowMicros) }
}

function bidRefusal(request: BidRequest, deployed: DeployedMarketplace | null, nowMicros: bigint): TradeReason | null {
  if (request.priceOctas < MIN_PRICE_OCTAS) return REASONS.offerTooLow
  // A floor below the minimum price is no bound: no bid can be lower.
  const bound = request.floorOctas !== null && request.floorOctas >= MIN_PRICE_OCTAS ? request.floorOctas : null
  if (bound !== null && request.priceOctas >= bound) return REASONS.offerAboveFloor
  if (request.expiresAtSeconds <= toSeconds(nowMicros)) return REASONS.expiryPast
  if (deployed === null || deployed.contracts.status !== 'active') {
    return marketplaceClosed(deployed?.adapter.displayName ?? request.marketplace ?? 'The marketplace')
  }
  return isOffered(deployed, request.kind) ? null : notOffered(deployed.adapter.displayName)
}

/** An offer as its bidder asks for it back. */
export interface CancelItem {
  readonly marketplace: string
  readonly offerId: string
  readonly tokenBid?: boolean | undefined
}

/** Finds the wallet's own offers; run-out ones can be cancelled too. Pure. */
export function planCancelBid(
  wallet: Address,
  asked: readonly CancelItem[],
  facts: { readonly offers: readonly AnyOfferRow[]; readonly tokens: ReadonlyMap<string, TokenRow> },
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  return asked.map((item, at): PlannedItem => {
    const offer = findOffer(wallet, item, facts.offers)
    const token = inEdition(facts.tokens.get(offer?.tokenDataId ?? '') ?? null, offer?.propertyVersion ?? null)
    const deployed = marketplaces.find(({ adapter }) => adapter.id === item.marketplace) ?? null
    const isRepeated = asked.findIndex((one) => isSame(one, item)) < at
    return {
      ...BLANK_ITEM,
      tokenDataId: (offer?.tokenDataId ?? null) as Address | null,
      collectionId: offer?.collectionId ?? null,
      token,
      offer,
      deployed,
      priceOctas: offer?.priceOctas ?? null,
      quantity: offer?.wantedAmount ?? 1n,
      reason: isRepeated ? REASONS.duplicate : cancelRefusal(wallet, item, { offer, token, deployed }),
    }
  })
}

function isSame(one: CancelItem, other: CancelItem): boolean {
  return one.marketplace === other.marketplace && one.offerId === other.offerId && one.tokenBid === other.tokenBid
}

function findOffer(wallet: Address, item: CancelItem, offers: readonly AnyOfferRow[]): AnyOfferRow | null {
  const named = offers
    .filter((offer) => offer.marketplace === item.marketplace && offer.offerId === item.offerId)
    .filter((offer) => item.tokenBid === undefined || (offer.tokenDataId !== null) === item.tokenBid)
  return named.find((offer) => offer.buyer === wallet) ?? named[0] ?? null
}

function cancelRefusal(
  wallet: Address,
  item: CancelItem,
  { offer, token, deployed }: Pick<PlannedItem, 'offer' | 'token' | 'deployed'>,
) {
  if (offer === null) return REASONS.offerGone
  if (offer.buyer !== wallet) return REASONS.notYourOffer
  if (deployed === null || !isOffered(deployed, cancelKindOf(offer)))
    return marketplaceClosed(deployed?.adapter.displayName ?? item.marketplace)
  return unknownTokenReason(offer, token)
}
