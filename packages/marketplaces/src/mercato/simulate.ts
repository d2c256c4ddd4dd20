import { toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '../adapter.ts'
import type { MoveModule } from '../move-module.ts'
import { biddingsModule } from './simulate/biddings-module.ts'
import { listingsModule } from './simulate/listings-module.ts'

/** The venue's modules for v2 tokens as the localnet runs them. */
export function simulateMercato(contracts: MarketplaceContracts): readonly MoveModule[] {
  const own = { contracts, prefix: toShortAddress(contracts.packageAddress) }
  return [listingsModule(own), biddingsModule(own)]
}
