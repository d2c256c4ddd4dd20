import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import type { MoveModule } from '../../modules/move-module.ts'
import { coinListingModule, marketplaceScriptsModule } from './coin-listing-module.ts'
import { collectionOfferModule } from './collection-offer-module.ts'
import { eventsModule } from './events-module.ts'
import { familyOf } from './family.ts'
import { feeScheduleModule } from './fee-schedule-module.ts'
import { listingModule } from './listing-module.ts'
import { tokenOfferModule } from './token-offer-module.ts'

/** Returns the modules of one deployment of the example marketplace. */
export function simulateFamily(contracts: MarketplaceContracts): readonly MoveModule[] {
  const family = familyOf(contracts)
  return [
    eventsModule(family),
    feeScheduleModule(family),
    listingModule(family),
    coinListingModule(family),
    tokenOfferModule(family),
    collectionOfferModule(family),
    marketplaceScriptsModule(family),
  ]
}
