import type { OrderIssue, OrderRisk } from '@opal/contract/order-health'
import { DAY_MICROS, toSeconds } from '@opal/domain/time'
import type { OwnListingRow, OwnOfferRow } from '@opal/store/queries/orders/own-orders'
import { toTextOrNull } from '../../wire-values.ts'

/** An own listing below this share of what others ask at least is far under the floor, and probably a mistake. */
const FAR_BELOW_FLOOR = { numerator: 4n, denominator: 5n }
/** Age after which an order without expiry that was not changed counts as forgotten: 90 days. */
const FORGOTTEN_AFTER_MICROS = 90n * DAY_MICROS

/** Issues of an order and their risk: `high` can cost money by one click of another user. */
const ISSUES = {
  'below-bid': ['high', 'A bid pays more than this listing: a buyer could resell it at a profit immediately.'],
  'far-below-floor': ['high', 'The price is far below the rest of this collection.'],
  'above-listing': ['high', 'This item is listed at or below your bid.'],
  'above-floor': ['high', 'Items in this collection are listed at or below your bid.'],
  'token-moved': [
    'medium',
    'The item has left the wallet that listed it. If it comes back, this listing could sell it.',
  ],
  'token-frozen': [
    'medium',
    'The creator has frozen the item: it can’t be sold or taken back until they unfreeze it. Then it is for sale at this price, which you can edit now.',
  ],
  'token-gone': ['medium', 'The item no longer exists.'],
  'own-token': ['medium', 'You own this item now, but your bid still locks your funds.'],
  unfunded: ['medium', 'This bid isn’t funded.'],
  'bidder-refuses': ['medium', 'Your account doesn’t accept incoming v1 tokens, so this bid can’t be filled.'],
  expired: ['medium', 'The bid expired but still locks your funds.'],
  'marketplace-closed': ['medium', 'The marketplace is closed, so this can no longer trade.'],
  exhausted: ['low', 'This bid is already filled.'],
  forgotten: ['low', 'Open for more than 90 days with no expiry.'],
} as const satisfies Record<string, readonly [OrderRisk, string]>

export type IssueCode = keyof typeof ISSUES

/** Issues of bids that a pool pays, which hold no money. */
const OF_POOLS: Partial<Record<IssueCode, readonly [OrderRisk, string]>> = {
  'own-token': ['medium', 'You own this item now, but your bid is still open.'],
  unfunded: ['medium', 'Your bid pool holds less than the price of one item.'],
  expired: ['low', 'The bid expired.'],
}

/** The issue of an expired listing. */
const LISTING_EXPIRED: OrderIssue = {
  code: 'expired',
  sentence: 'The listing expired, so no one can buy it, but it still holds the item.',
  risk: 'low',
  comparedWith: null,
}

/**
 * Returns an issue in words.
 * @param comparedWith the octas that the order's price was compared with.
 * @param isPooled whether it is of a bid that a pool pays.
 */
function issueOf(code: IssueCode, comparedWith: bigint | null = null, isPooled = false): OrderIssue {
  const [risk, sentence] = (isPooled ? OF_POOLS[code] : undefined) ?? ISSUES[code]
  return { code, sentence, risk, comparedWith: toTextOrNull(comparedWith) }
}

/** Risks, the highest first. */
export const RISKS = ['high', 'medium', 'low'] as const satisfies readonly OrderRisk[]

/** Facts that a listing is compared with. */
export interface ListingFacts {
  readonly isMarketplaceOpen: boolean
  /** The token exists no more. */
  readonly isGone: boolean
  /** Octas that this listing would bring its seller. */
  readonly netOctas: bigint | null
  /** Octas that the best bid which can be sold into would bring. */
  readonly bidNetOctas: bigint | null
  readonly nowMicros: bigint
}

/**
 * Returns the issues of an own listing. Prices are compared with bids and floor only while the listing is valid: another
 * one cannot be bought, or by the one buyer that its price was made for, so it is not dangerous. Pure.
 */
export function judgeListing(listing: OwnListingRow, facts: ListingFacts): readonly OrderIssue[] {
  const issues: OrderIssue[] = []
  if (!facts.isMarketplaceOpen || listing.validity === 'marketplace-closed') issues.push(issueOf('marketplace-closed'))
  else if (facts.isGone) issues.push(issueOf('token-gone'))
  else if (listing.validity === 'seller-lost-token') issues.push(issueOf('token-moved'))
  else if (listing.validity === 'token-frozen') issues.push(issueOf('token-frozen'))
  else if (listing.validity === 'expired') issues.push(LISTING_EXPIRED)
  else if (listing.validity === 'valid') issues.push(...judgePrice(listing, facts))
  const hasExpiry = listing.terms !== null && listing.terms.expiresAtSeconds !== null
  if (!hasExpiry && facts.nowMicros - listing.lastAtMicros > FORGOTTEN_AFTER_MICROS) issues.push(issueOf('forgotten'))
  return issues
}

function judgePrice(
  { priceOctas, othersFloorOctas }: OwnListingRow,
  { netOctas, bidNetOctas }: ListingFacts,
): readonly OrderIssue[] {
  const issues: OrderIssue[] = []
  if (bidNetOctas !== null && netOctas !== null && bidNetOctas > netOctas) {
    issues.push(issueOf('below-bid', bidNetOctas))
  }
  const { numerator, denominator } = FAR_BELOW_FLOOR
  if (othersFloorOctas !== null && priceOctas * denominator < othersFloorOctas * numerator) {
    issues.push(issueOf('far-below-floor', othersFloorOctas))
  }
  return issues
}

/** Facts that an offer is compared with. */
export interface OfferFacts {
  readonly isMarketplaceOpen: boolean
  /** The token it wants exists no more. */
  readonly isGone: boolean
  /** The bidder has the token that it wants, in that edition. */
  readonly isOwn: boolean
  readonly nowMicros: bigint
}

/** Returns the issues of a wallet's own offer; none for one that its bidder would still want. Pure. */
export function judgeOffer(offer: OwnOfferRow, facts: OfferFacts): readonly OrderIssue[] {
  const end = endOf(offer, facts)
  const issues = end === null ? judgeOfferPrice(offer, facts) : [end]
  const isForgotten = offer.expiresAtSeconds === null && facts.nowMicros - offer.lastAtMicros > FORGOTTEN_AFTER_MICROS
  return isForgotten ? [...issues, issueOf('forgotten')] : issues
}

/** Returns why it cannot be taken now. */
function endOf(offer: OwnOfferRow, { isMarketplaceOpen, isGone, nowMicros }: OfferFacts): OrderIssue | null {
  if (offer.wantedAmount === 0n) return issueOf('exhausted')
  if (!isMarketplaceOpen || offer.validity === 'marketplace-closed') return issueOf('marketplace-closed')
  if (isGone) return issueOf('token-gone')
  if (offer.expiresAtSeconds !== null && offer.expiresAtSeconds <= toSeconds(nowMicros))
    return issueOf('expired', null, offer.isPooled)
  if (offer.validity === 'bidder-refuses') return issueOf('bidder-refuses')
  return offer.validity === 'unfunded' ? issueOf('unfunded', null, offer.isPooled) : null
}

function judgeOfferPrice(
  { tokenDataId, setRoot, priceOctas, othersAskOctas }: OwnOfferRow,
  { isOwn }: OfferFacts,
): OrderIssue[] {
  if (isOwn) return [issueOf('own-token')]
  // A bid on a set buys none of the other items, so it may be above the collection's floor.
  if (setRoot !== null) return []
  if (othersAskOctas === null || priceOctas < othersAskOctas) return []
  return [issueOf(tokenDataId === null ? 'above-floor' : 'above-listing', othersAskOctas)]
}
