import type { TradeReason } from '@opal/contract/shapes/trade'
import type { Address } from '@opal/domain/address'
import type { Rate } from '@opal/domain/rates'
import { splitPrice } from '@opal/domain/sale-split'
import { isOffered } from '@opal/marketplaces/build-payload'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { AnyOfferRow } from '@opal/store/read/offers-sql'
import type { TokenRow } from '@opal/store/read/read-tokens'
import { REASONS, venueClosed } from './reasons.ts'
import { toTokenRef } from './refs.ts'
import { BLANK_ITEM, fitOneTransaction, type PlannedItem, refuseDuplicates } from './trade-plan.ts'

/** A token as its owner asks to sell it. */
export interface AcceptItem {
  readonly tokenDataId: Address
  readonly marketplace?: string | undefined
  readonly offerId?: string | undefined
  readonly minPrice?: string | undefined
}

export interface AcceptFacts {
  readonly tokens: ReadonlyMap<string, TokenRow>
  /** Live offers on the tokens and their collections, none of the seller's own. */
  readonly offers: readonly AnyOfferRow[]
  /** Royalty of a token, else of its collection. */
  readonly royaltyOf: (token: TokenRow) => Rate
}

/** Chooses an offer for every token, the one that brings most after fee and royalty; no offer is sold into too often. Pure. */
export function planAcceptBid(
  wallet: Address,
  asked: readonly AcceptItem[],
  facts: AcceptFacts,
  marketplaces: readonly DeployedMarketplace[],
): readonly PlannedItem[] {
  const repeated = refuseDuplicates(asked)
  const left = new Map(facts.offers.map((offer) => [offer, offer.remainingAmount]))
  const items = asked.map((item): PlannedItem => {
    const token = facts.tokens.get(item.tokenDataId) ?? null
    const found = { ...BLANK_ITEM, tokenDataId: item.tokenDataId, collectionId: token?.collectionId ?? null, token }
    if (repeated.has(item)) return { ...found, reason: REASONS.duplicate }
    const unowned = ownerRefusal(wallet, token)
    if (unowned !== null || token === null) return { ...found, reason: unowned ?? REASONS.unknownToken }
    const best = chooseOffer(item, token, facts, marketplaces, left)
    if (best === null) return { ...found, reason: item.offerId === undefined ? REASONS.noOffer : REASONS.offerGone }
    const { offer, deployed } = best
    const reason = offerRefusal(item, offer, deployed)
    if (reason === null) left.set(offer, (left.get(offer) ?? 0n) - 1n)
    return { ...found, offer, deployed, priceOctas: offer.priceOctas, reason }
  })
  return fitOneTransaction(items, () => false, REASONS.oneAtATime)
}

function ownerRefusal(wallet: Address, token: TokenRow | null): TradeReason | null {
  if (token === null || toTokenRef(token) === null) return REASONS.unknownToken
  if (token.isDeleted || token.holder !== wallet) return REASONS.notYourToken
  return null
}

function chooseOffer(
  item: AcceptItem,
  token: TokenRow,
  { offers, royaltyOf }: AcceptFacts,
  marketplaces: readonly DeployedMarketplace[],
  left: ReadonlyMap<AnyOfferRow, bigint>,
): { offer: AnyOfferRow; deployed: DeployedMarketplace | null } | null {
  const candidates = offers
    .filter((offer) => (offer.tokenDataId ?? token.tokenDataId) === token.tokenDataId)
    .filter((offer) => offer.tokenDataId !== null || offer.collectionId === token.collectionId)
    .filter((offer) => item.marketplace === undefined || offer.marketplace === item.marketplace)
    .filter((offer) => item.offerId === undefined || offer.offerId === item.offerId)
    .filter((offer) => (left.get(offer) ?? 0n) > 0n)
    .map((offer) => {
      const deployed = marketplaces.find(({ adapter }) => adapter.id === offer.marketplace) ?? null
      return { offer, deployed, netOctas: netOf(offer, deployed, royaltyOf(token)) }
    })
  // Offers that cannot be taken come last: they are named only when there is no other.
  return candidates.reduce<(typeof candidates)[number] | null>(
    (best, one) => (best === null || one.netOctas > best.netOctas ? one : best),
    null,
  )
}

/** What reaches the seller; -1 where the offer cannot be taken. */
function netOf(offer: AnyOfferRow, deployed: DeployedMarketplace | null, royalty: Rate): bigint {
  if (deployed === null || !isOffered(deployed, kindOf(offer))) return -1n
  return splitPrice(offer.priceOctas, deployed.contracts.commission, royalty).sellerOctas
}

function kindOf(offer: AnyOfferRow) {
  return offer.tokenDataId === null ? 'accept-collection-offer' : 'accept-token-offer'
}

function offerRefusal(item: AcceptItem, offer: AnyOfferRow, deployed: DeployedMarketplace | null): TradeReason | null {
  if (deployed === null || !isOffered(deployed, kindOf(offer)))
    return venueClosed(deployed?.adapter.displayName ?? offer.marketplace)
  return item.minPrice !== undefined && offer.priceOctas < BigInt(item.minPrice) ? REASONS.priceChanged : null
}
