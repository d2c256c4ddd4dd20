import { marketplaceModules } from '@opal/dev-chain/marketplaces/marketplace-modules'
import type { MoveModule } from '@opal/dev-chain/modules/move-module'
import { dropModule } from './drop-module.ts'

/** Returns the modules of the demo's chain beside the framework. */
export function demoModules(): readonly MoveModule[] {
  return [...marketplaceModules(), dropModule]
}
