import { type Address, toShortAddress } from '@opal/domain/address'
import { PACKAGE_V1 } from '@opal/marketplaces/bluemove/contracts'
import { MoveAbort } from '../../modules/move-module.ts'
import {
  type AggregatorRoutes,
  holds,
  type RoutedOrder,
  type RouteEnvironment,
  requireName,
} from '../aggregator/routes.ts'

/**
 * v2 listings are objects, v1 listings go by their token. How the marketplace takes a v2 token back from sale is not known, nor
 * can the aggregator's call name its bids for v1 tokens. @source contracts/aggregator/sources/venues/bluemove_venue.move
 */
export const BLUEMOVE_ROUTES: AggregatorRoutes = {
  isPaidInApt: false,
  buy: (environment, order, priceOctas) => {
    const { context, contracts, coin } = environment
    if (!isListing(environment, order.id)) {
      requireName(environment, order, 'bluemove_venue', 2n)
      return callV1(environment, 'batch_buy_script', order)
    }
    context.call(`${toShortAddress(contracts.packageAddress)}::coin_listing::purchase`, [coin], [order.id, priceOctas])
  },
  delist: (environment, order) => {
    if (isListing(environment, order.id)) throw canNotDelist(environment)
    callV1(environment, 'batch_delist_script', order)
  },
  askedOctas: (environment, id, agreed) => (isListing(environment, id) ? agreed : null),
}

function isListing({ context, contracts }: RouteEnvironment, id: Address): boolean {
  return holds(context, id, `${toShortAddress(contracts.packageAddress)}::listing::Listing`)
}

function callV1(
  { context }: RouteEnvironment,
  name: string,
  { creator, collection, tokenName, propertyVersion }: RoutedOrder,
): void {
  const columns = [[creator], [collection], [tokenName], [propertyVersion]]
  context.call(`${toShortAddress(PACKAGE_V1)}::marketplaceV2::${name}`, [], columns)
}

function canNotDelist({ aggregator }: RouteEnvironment): MoveAbort {
  const text = 'How the venue takes a v2 token back from sale is not known.'
  return new MoveAbort(`${aggregator}::bluemove_venue`, 0x10001n, 'ECAN_NOT_DELIST', text)
}
