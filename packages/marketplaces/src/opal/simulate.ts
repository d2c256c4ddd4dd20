import type { MarketplaceContracts } from '../adapter.ts'
import { simulateFamily } from '../example-family/simulate/simulate-family.ts'
import type { MoveModule } from '../move-module.ts'
import { withGuardedCalls } from './guarded-calls.ts'

/** The native marketplace's modules as the localnet runs them. */
export function simulateOpal(contracts: MarketplaceContracts): readonly MoveModule[] {
  return withGuardedCalls(contracts, simulateFamily(contracts))
}
