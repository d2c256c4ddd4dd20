import { marketplaceModules } from '@opal/dev-chain/modules/marketplace-modules'
import type { MoveModule } from '@opal/marketplaces/move-module'
import { contractsOf } from '@opal/marketplaces/network-contracts'
import { dropModule } from './drop-module.ts'
import type { Venue } from './step-of.ts'

/** What runs on the demo's chain beside the framework. */
export function demoModules(): readonly MoveModule[] {
  return [...marketplaceModules(), dropModule]
}

/** Our own marketplace as it lives on localnet. */
export function demoVenue(): Venue {
  const venue = contractsOf('local').find(({ adapter }) => adapter.isNative)
  if (venue === undefined) throw new Error('the native marketplace has no place on localnet')
  return venue
}
