import { type Address, toShortAddress } from '@opal/domain/address'
import type { RoutedOrder, RouteEnvironment, VenueRoutes } from '../venue-routes.ts'

/** v1 tokens, by seller and token; no listing is an object. @source contracts/aggregator/sources/venues/topaz_venue.move */
export const TOPAZ_ROUTES: VenueRoutes = {
  v1ListingsAreObjects: false,
  isPaidInApt: false,
  delists: ['v1'],
  buy: (environment, order, priceOctas) =>
    call(environment, 'marketplace_v2::buy', [order.id, priceOctas, 1n, ...namesOf(order)]),
  delist: (environment, order) => call(environment, 'marketplace_v2::delist', [1n, ...namesOf(order)]),
  askedOctas: () => null,
}

function namesOf({ creator, collection, tokenName, propertyVersion }: RoutedOrder) {
  return [creator, collection, tokenName, propertyVersion] as const
}

function call(
  { context, contracts, coin }: RouteEnvironment,
  moduleAndFunction: string,
  args: readonly (Address | string | bigint)[],
): void {
  context.call(`${toShortAddress(contracts.packageAddress)}::${moduleAndFunction}`, [coin], args)
}
