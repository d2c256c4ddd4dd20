import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { acceptKindOf } from '@opal/marketplaces/aggregator/best-offer'
import { isOffered } from '@opal/marketplaces/build-payload'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import { bestExit, listingInTheWay, offersOn, type SaleFacts } from './best-exit.ts'
import { REASONS, venueClosed } from './reasons.ts'
import { toTokenRef } from './refs.ts'
import { BLANK_ITEM, type PlannedItem, refuseDuplicates } from './trade-plan.ts'

/** A token as its owner asks to sell it. */
export interface AcceptItem {
  readonly tokenDataId: Address
  readonly marketplace?: string | undefined
  readonly offerId?: string | undefined
  readonly minPrice?: string | undefined
}

/**
 * Chooses an offer for every token, the one that brings most after fee and royalty; no offer is sold into too often. What
 * is listed comes with the listing that is taken back first. Pure.
 */
export function planAcceptBid(
  wallet: Address,
  asked: readonly AcceptItem[],
  facts: SaleFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = refuseDuplicates(asked)
  const left = new Map(facts.offers.map((offer) => [offer, offer.remainingAmount]))
  return asked.map((item): PlannedItem => {
    const token = facts.tokens.get(item.tokenDataId) ?? null
    const found = { ...BLANK_ITEM, tokenDataId: item.tokenDataId, collectionId: token?.collectionId ?? null, token }
    if (repeated.has(item)) return { ...found, reason: REASONS.duplicate }
    const unowned = ownerRefusal(wallet, token)
    if (unowned !== null || token === null) return { ...found, reason: unowned ?? REASONS.unknownToken }
    const best = chooseOffer(wallet, item, token, facts, marketplaces, left)
    if (best === null) return { ...found, reason: item.offerId === undefined ? REASONS.noOffer : REASONS.offerGone }
    const { offer, deployed } = best
    const reason = offerRefusal(item, offer, deployed)
    if (reason === null) left.set(offer, (left.get(offer) ?? 0n) - 1n)
    const listing = listingInTheWay(token, facts)
    return { ...found, listing, offer, deployed, priceOctas: offer.priceOctas, reason }
  })
}

function ownerRefusal(wallet: Address, token: TokenRow | null): TradeReason | null {
  if (token === null || toTokenRef(token) === null) return REASONS.unknownToken
  if (token.isDeleted || token.holder !== wallet) return REASONS.notYourToken
  return null
}

function chooseOffer(
  wallet: Address,
  item: AcceptItem,
  token: TokenRow,
  facts: SaleFacts,
  marketplaces: readonly DeployedMarketplace[],
  left: ReadonlyMap<AnyOfferRow, bigint>,
): { offer: AnyOfferRow; deployed: DeployedMarketplace | null } | null {
  const candidates = offersOn(token, facts.offers)
    .filter((offer) => item.marketplace === undefined || offer.marketplace === item.marketplace)
    .filter((offer) => item.offerId === undefined || offer.offerId === item.offerId)
    .filter((offer) => (left.get(offer) ?? 0n) > 0n)
  const best = bestExit(wallet, token, candidates, facts, marketplaces)
  // Where none can be taken, one is named that cannot.
  const offer = best?.offer ?? candidates[0]
  if (offer === undefined) return null
  return { offer, deployed: marketplaces.find(({ adapter }) => adapter.id === offer.marketplace) ?? null }
}

function offerRefusal(item: AcceptItem, offer: AnyOfferRow, deployed: DeployedMarketplace | null): TradeReason | null {
  if (deployed === null || !isOffered(deployed, acceptKindOf(offer)))
    return venueClosed(deployed?.adapter.displayName ?? offer.marketplace)
  return item.minPrice !== undefined && offer.priceOctas < BigInt(item.minPrice) ? REASONS.priceChanged : null
}
