import type { AggregatorRoutes } from '../aggregator/routes.ts'
import { callMarketplace, namesOf } from '../aggregator/routes.ts'

/** v1 tokens, by seller and token; no listing is an object. @source contracts/aggregator/sources/venues/topaz_venue.move */
export const TOPAZ_ROUTES: AggregatorRoutes = {
  isPaidInApt: false,
  buy: (environment, order, priceOctas) =>
    callMarketplace(environment, 'marketplace_v2::buy', [order.id, priceOctas, 1n, ...namesOf(order)]),
  delist: (environment, order) => callMarketplace(environment, 'marketplace_v2::delist', [1n, ...namesOf(order)]),
  askedOctas: () => null,
}
