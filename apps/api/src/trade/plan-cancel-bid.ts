import type { Address } from '@opal/domain/address'
import { isOffered } from '@opal/marketplaces/build-payload'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import { REASONS, venueClosed } from './reasons.ts'
import { toTokenRef } from './refs.ts'
import { BLANK_ITEM, type PlannedItem } from './trade-plan.ts'

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
    const token = facts.tokens.get(offer?.tokenDataId ?? '') ?? null
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
      quantity: offer?.remainingAmount ?? 1n,
      reason: isRepeated ? REASONS.duplicate : refusal(wallet, item, { offer, token, deployed }),
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

function refusal(
  wallet: Address,
  item: CancelItem,
  { offer, token, deployed }: Pick<PlannedItem, 'offer' | 'token' | 'deployed'>,
) {
  if (offer === null) return REASONS.offerGone
  if (offer.buyer !== wallet) return REASONS.notYourOffer
  const kind = offer.tokenDataId === null ? 'cancel-collection-offer' : 'cancel-token-offer'
  if (deployed === null || !isOffered(deployed, kind))
    return venueClosed(deployed?.adapter.displayName ?? item.marketplace)
  // A bid on one token is cancelled by the call for its standard.
  const isUnknown = offer.tokenDataId !== null && (token === null || toTokenRef(token) === null)
  return isUnknown ? REASONS.unknownToken : null
}
