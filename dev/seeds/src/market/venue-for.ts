import type { Random } from '../random.ts'
import type { Action } from './action.ts'
import type { Venue } from './venue.ts'

/** Where an action is done: an order's own venue, for a new order any by habit. A gift needs none and gets the first. */
export function venueFor(action: Action, venues: readonly Venue[], random: Random): Venue {
  switch (action.kind) {
    case 'reprice':
    case 'delist':
    case 'buy':
      return action.listing.venue
    case 'accept':
    case 'cancel-offer':
      return action.offer.venue
    case 'give':
      return venues[0] as Venue
    default:
      return random.weighted(venues)
  }
}

/** The same action as a venue takes it: some have a bid for each item, and whoever wants many bids for one. */
export function actionAt(venue: Venue, action: Action): Action {
  if (action.kind !== 'bid-collection' || venue.mostPerBid === null || action.amount <= venue.mostPerBid) return action
  return { ...action, amount: venue.mostPerBid }
}
