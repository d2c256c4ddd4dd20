import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { OPAL_ID } from '@opal/marketplaces/opal/contracts'
import type { MoveModule } from '../../modules/move-module.ts'
import { simulateFamily } from '../example-family/simulate-family.ts'
import type { MarketplaceSimulator } from '../marketplace-simulator.ts'
import { withOwnCalls } from './own-calls.ts'
import { OPAL_ROUTES } from './routes.ts'

/** {@link simulateOpal} */
export const opalSimulator: MarketplaceSimulator = { id: OPAL_ID, simulate: simulateOpal, routes: OPAL_ROUTES }

/** The native marketplace's modules as the localnet runs them. */
function simulateOpal(contracts: MarketplaceContracts): readonly MoveModule[] {
  const modules = simulateFamily(contracts)
  return contracts.hasGuardedCalls === true ? withOwnCalls(contracts, modules) : modules
}
