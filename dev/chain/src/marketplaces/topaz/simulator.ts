import { toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { TOPAZ_ID } from '@opal/marketplaces/topaz/contracts'
import type { MoveModule } from '../../modules/move-module.ts'
import { type AggregatorRoutes, callMarketplace, namesOf } from '../aggregator/routes.ts'
import type { MarketplaceSimulator } from '../marketplace-simulator.ts'
import { bidAnyModule } from './bid-any-module.ts'
import { collectionBidsModule } from './collection-bids-module.ts'
import { eventsModule } from './events-module.ts'
import { inboxModule } from './inbox-module.ts'
import { marketplaceModule } from './marketplace-module.ts'

/** v1 tokens, by seller and token; no listing is an object. @source contracts/aggregator/sources/adapters/topaz_adapter.move */
const TOPAZ_ROUTES: AggregatorRoutes = {
  isPaidInApt: false,
  buy: (environment, order, priceOctas) =>
    callMarketplace(environment, 'marketplace_v2::buy', [order.id, priceOctas, 1n, ...namesOf(order)]),
  delist: (environment, order) => callMarketplace(environment, 'marketplace_v2::delist', [1n, ...namesOf(order)]),
  askedOctas: () => null,
}

/** {@link simulateTopaz} */
export const topazSimulator: MarketplaceSimulator = { id: TOPAZ_ID, simulate: simulateTopaz, routes: TOPAZ_ROUTES }

/**
 * Returns the marketplace's modules for v1 tokens as the localnet runs them. All of the contract is there, ways in
 * as well as out: what may be done through us is for the status to say.
 */
function simulateTopaz(contracts: MarketplaceContracts): readonly MoveModule[] {
  const own = { contracts, prefix: toShortAddress(contracts.packageAddress) }
  return [eventsModule(own), marketplaceModule(own), bidAnyModule(own), collectionBidsModule(own), inboxModule(own)]
}
