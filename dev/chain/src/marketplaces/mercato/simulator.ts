import { toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { MERCATO_ID } from '@opal/marketplaces/mercato/contracts'
import type { MoveModule } from '../../modules/move-module.ts'
import type { MarketplaceSimulator } from '../marketplace-simulator.ts'
import { biddingsModule } from './biddings-module.ts'
import { biddingsV1Module } from './biddings-v1-module.ts'
import { listingsModule } from './listings-module.ts'
import { listingsV1Module } from './listings-v1-module.ts'
import { marketsModule } from './markets.ts'
import { MERCATO_ROUTES } from './routes.ts'

/** {@link simulateMercato} */
export const mercatoSimulator: MarketplaceSimulator = {
  id: MERCATO_ID,
  simulate: simulateMercato,
  routes: MERCATO_ROUTES,
}

/** The marketplace's modules for tokens of both standards as the localnet runs them. */
function simulateMercato(contracts: MarketplaceContracts): readonly MoveModule[] {
  const own = { contracts, prefix: toShortAddress(contracts.packageAddress) }
  return [listingsV1Module(own), biddingsV1Module(own), listingsModule(own), biddingsModule(own), marketsModule(own)]
}
