import type { MoveModule } from '@opal/marketplaces/move-module'
import { MARKETPLACES } from '@opal/marketplaces/registry'

/** The modules of every marketplace that has a local address, as the chain's genesis publishes them. */
export function marketplaceModules(): readonly MoveModule[] {
  return MARKETPLACES.flatMap((marketplace) => {
    const contracts = marketplace.contracts.local
    return contracts === null ? [] : marketplace.simulate(contracts)
  })
}
