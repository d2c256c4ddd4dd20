import type { OrderIssue } from '@opal/contract/order-health'
import type { OwnOfferRow } from '@opal/store/queries/orders/own-orders'
import { FORGOTTEN_AFTER_MICROS, issueOf } from './stale-issues.ts'

/** What an offer is held against. */
export interface OfferFacts {
  readonly isVenueOpen: boolean
  /** The token it wants exists no more. */
  readonly isGone: boolean
  /** The bidder has the token that it wants. */
  readonly isOwn: boolean
  readonly nowMicros: bigint
}

/** What is wrong with an own offer; nothing for one that is as its bidder would want it. Pure. */
export function judgeOffer(offer: OwnOfferRow, facts: OfferFacts): readonly OrderIssue[] {
  const end = endOf(offer, facts)
  const issues = end === null ? judgePrice(offer, facts) : [end]
  const isForgotten = offer.expiresAtSeconds === null && facts.nowMicros - offer.lastAtMicros > FORGOTTEN_AFTER_MICROS
  return isForgotten ? [...issues, issueOf('forgotten')] : issues
}

/** Why nobody can take it now. */
function endOf(offer: OwnOfferRow, { isVenueOpen, isGone, nowMicros }: OfferFacts): OrderIssue | null {
  if (offer.remainingAmount === 0n) return issueOf('exhausted')
  if (!isVenueOpen || offer.validity === 'venue-closed') return issueOf('venue-closed')
  if (isGone) return issueOf('token-gone')
  if (offer.expiresAtSeconds !== null && offer.expiresAtSeconds <= nowMicros / 1_000_000n) return issueOf('expired')
  return offer.validity === 'unfunded' ? issueOf('unfunded') : null
}

function judgePrice({ tokenDataId, priceOctas, othersAskOctas }: OwnOfferRow, { isOwn }: OfferFacts): OrderIssue[] {
  if (isOwn) return [issueOf('own-token')]
  if (othersAskOctas === null || priceOctas < othersAskOctas) return []
  return [issueOf(tokenDataId === null ? 'above-floor' : 'above-listing', othersAskOctas)]
}
