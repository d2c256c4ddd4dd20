import { aggregatorModule } from '@opal/marketplaces/aggregator/aggregator-module'
import { AGGREGATOR_PACKAGES } from '@opal/marketplaces/aggregator/contracts'
import type { MoveModule } from '@opal/marketplaces/move-module'
import { contractsOf } from '@opal/marketplaces/network-contracts'
import { MARKETPLACES } from '@opal/marketplaces/registry'

/** The modules of every marketplace that has a local address, and the aggregator over them, as genesis publishes them. */
export function marketplaceModules(): readonly MoveModule[] {
  const marketplaces = MARKETPLACES.flatMap((marketplace) => {
    const contracts = marketplace.contracts.local
    return contracts === null ? [] : marketplace.simulate(contracts)
  })
  const { local } = AGGREGATOR_PACKAGES
  return local === null ? marketplaces : [...marketplaces, aggregatorModule(local, contractsOf('local'))]
}
