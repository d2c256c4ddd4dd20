import { simulateLocalMarketplaces } from '@opal/dev-chain/marketplaces/simulate-marketplaces'
import type { MoveModule } from '@opal/dev-chain/modules/move-module'
import { dropModule } from './drop-module.ts'

/** Returns the modules of the demo's chain other than the framework. */
export function demoModules(): readonly MoveModule[] {
  return [...simulateLocalMarketplaces(), dropModule]
}
