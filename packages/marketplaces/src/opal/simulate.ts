import type { MarketplaceContracts } from '../adapter.ts'
import { simulateFamily } from '../example-family/simulate/simulate-family.ts'
import type { MoveModule } from '../move-module.ts'
import { withOwnCalls } from './own-calls.ts'

/** The native marketplace's modules as the localnet runs them. */
export function simulateOpal(contracts: MarketplaceContracts): readonly MoveModule[] {
  const modules = simulateFamily(contracts)
  return contracts.hasGuardedCalls === true ? withOwnCalls(contracts, modules) : modules
}
