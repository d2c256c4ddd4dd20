import type { VenueRoutes } from '../venue-routes.ts'
import { callVenue, namesOf } from '../venue-routes.ts'

/** v1 tokens, by seller and token; no listing is an object. @source contracts/aggregator/sources/venues/topaz_venue.move */
export const TOPAZ_ROUTES: VenueRoutes = {
  v1ListingsAreObjects: false,
  isPaidInApt: false,
  delists: ['v1'],
  buy: (environment, order, priceOctas) =>
    callVenue(environment, 'marketplace_v2::buy', [order.id, priceOctas, 1n, ...namesOf(order)]),
  delist: (environment, order) => callVenue(environment, 'marketplace_v2::delist', [1n, ...namesOf(order)]),
  askedOctas: () => null,
}
