import { marketplaceModules } from '@opal/dev-chain/marketplaces/marketplace-modules'
import type { MoveModule } from '@opal/dev-chain/modules/move-module'
import { dropModule } from './drop-module.ts'

/** What runs on the demo's chain beside the framework. */
export function demoModules(): readonly MoveModule[] {
  return [...marketplaceModules(), dropModule]
}
