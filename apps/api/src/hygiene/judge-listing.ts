import type { OrderIssue } from '@opal/contract/order-health'
import type { OwnListingRow } from '@opal/store/queries/orders/own-orders'
import { FAR_BELOW_FLOOR, FORGOTTEN_AFTER_MICROS, issueOf } from './stale-issues.ts'

/** What a listing is held against. */
export interface ListingFacts {
  readonly isVenueOpen: boolean
  /** The token exists no more. */
  readonly isGone: boolean
  /** Octas that this listing would bring its seller. */
  readonly netOctas: bigint | null
  /** Octas that the best bid which can be sold into would bring. */
  readonly bidNetOctas: bigint | null
  readonly nowMicros: bigint
}

/**
 * What is wrong with an own listing; nothing for one that is as its seller would want it. Only a listing that somebody can
 * buy is dangerous: prices are held against bids and floor while it counts. Pure.
 */
export function judgeListing(listing: OwnListingRow, facts: ListingFacts): readonly OrderIssue[] {
  const issues: OrderIssue[] = []
  if (!facts.isVenueOpen || listing.validity === 'venue-closed') issues.push(issueOf('venue-closed'))
  else if (facts.isGone) issues.push(issueOf('token-gone'))
  else if (listing.validity === 'seller-lost-token') issues.push(issueOf('token-moved'))
  else issues.push(...judgePrice(listing, facts))
  if (facts.nowMicros - listing.lastAtMicros > FORGOTTEN_AFTER_MICROS) issues.push(issueOf('forgotten'))
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
