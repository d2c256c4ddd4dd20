import { toShortAddress } from '@opal/domain/address'
import type { MarketplaceContracts } from '../adapter.ts'
import type { MoveModule } from '../move-module.ts'
import { bidAnyModule } from './simulate/bid-any-module.ts'
import { collectionBidsModule } from './simulate/collection-bids-module.ts'
import { eventsModule } from './simulate/events-module.ts'
import { inboxModule } from './simulate/inbox-module.ts'
import { marketplaceModule } from './simulate/marketplace-module.ts'

/**
 * The venue's modules for v1 tokens as the localnet runs them. All of the contract is there, ways in as well as out:
 * what may be done through us is for the status to say.
 */
export function simulateTopaz(contracts: MarketplaceContracts): readonly MoveModule[] {
  const own = { contracts, prefix: toShortAddress(contracts.packageAddress) }
  return [eventsModule(own), marketplaceModule(own), bidAnyModule(own), collectionBidsModule(own), inboxModule(own)]
}
