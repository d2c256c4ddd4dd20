import { type Address, toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { MERCATO_ID } from '@opal/marketplaces/mercato/contracts'
import type { MoveModule } from '../../modules/move-module.ts'
import { type AggregatorRoutes, holds, namesOf, type RouteEnvironment, requireName } from '../aggregator/routes.ts'
import { requireObject } from '../aptos-example/objects.ts'
import { TOKEN_TYPE } from '../aptos-example/token-metadata.ts'
import type { MarketplaceSimulator } from '../marketplace-simulator.ts'
import { biddingsModule } from './biddings-module.ts'
import { biddingsV1Module } from './biddings-v1-module.ts'
import { listingsModule } from './listings-module.ts'
import { listingsV1Module } from './listings-v1-module.ts'
import { marketsModule } from './markets.ts'

/**
 * v2 listings and bids are objects, v1 listings go by their token; bids for v1 tokens are numbers, which the aggregator's
 * call cannot name. @source contracts/aggregator/sources/adapters/mercato_adapter.move
 */
const MERCATO_ROUTES: AggregatorRoutes = {
  isPaidInApt: true,
  buy: (environment, order) => {
    if (isListing(environment, order.id)) return call(environment, 'listings_v2::buy_token', [order.id])
    requireName(environment, order, 'mercato_adapter', 1n)
    call(environment, 'listings::buy_token', namesOf(order))
  },
  delist: (environment, order) => {
    if (isListing(environment, order.id)) return call(environment, 'listings_v2::unlist_token', [order.id])
    requireName(environment, order, 'mercato_adapter', 1n)
    call(environment, 'listings::unlist_token', namesOf(order))
  },
  askedOctas: (environment, id, agreed) => (isListing(environment, id) ? agreed : null),
  sell: (environment, { id }, token) => {
    const { context, contracts } = environment
    requireObject(context, id, `${toShortAddress(contracts.packageAddress)}::biddings_v2::CollectionBid`)
    requireObject(context, token, TOKEN_TYPE)
    call(environment, 'biddings_v2::accept_collection_bid', [id, token])
  },
}

function isListing({ context, contracts }: RouteEnvironment, id: Address): boolean {
  return holds(context, id, `${toShortAddress(contracts.packageAddress)}::listings_v2::Listing`)
}

function call(
  { context, contracts }: RouteEnvironment,
  moduleAndFunction: string,
  args: readonly (Address | string | bigint)[],
): void {
  context.call(`${toShortAddress(contracts.packageAddress)}::${moduleAndFunction}`, [], args)
}

/** {@link simulateMercato} */
export const mercatoSimulator: MarketplaceSimulator = {
  id: MERCATO_ID,
  simulate: simulateMercato,
  routes: MERCATO_ROUTES,
}

/** Returns the marketplace's modules for tokens of both standards as the localnet runs them. */
function simulateMercato(contracts: MarketplaceContracts): readonly MoveModule[] {
  const own = { contracts, prefix: toShortAddress(contracts.packageAddress) }
  return [listingsV1Module(own), biddingsV1Module(own), listingsModule(own), biddingsModule(own), marketsModule(own)]
}
