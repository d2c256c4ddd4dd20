import { toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '../adapter.ts'
import type { MoveModule } from '../move-module.ts'
import { biddingsModule } from './simulate/biddings-module.ts'
import { biddingsV1Module } from './simulate/biddings-v1-module.ts'
import { listingsModule } from './simulate/listings-module.ts'
import { listingsV1Module } from './simulate/listings-v1-module.ts'
import { marketsModule } from './simulate/markets.ts'

/** The venue's modules for tokens of both standards as the localnet runs them. */
export function simulateMercato(contracts: MarketplaceContracts): readonly MoveModule[] {
  const own = { contracts, prefix: toShortAddress(contracts.packageAddress) }
  return [listingsV1Module(own), biddingsV1Module(own), listingsModule(own), biddingsModule(own), marketsModule(own)]
}
