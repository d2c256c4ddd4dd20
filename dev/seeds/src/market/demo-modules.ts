import { marketplaceModules } from '@opal/dev-chain/modules/marketplace-modules'
import type { MoveModule } from '@opal/marketplaces/move-module'
import { dropModule } from './drop-module.ts'

/** What runs on the demo's chain beside the framework. */
export function demoModules(): readonly MoveModule[] {
  return [...marketplaceModules(), dropModule]
}
