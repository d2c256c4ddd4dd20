import { AGGREGATOR_PACKAGES } from '@opal/marketplaces/aggregator/contracts'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { MoveModule } from '../modules/move-module.ts'
import { aggregatorModule } from './aggregator/aggregator-module.ts'
import { simulatorOf } from './registry.ts'

/** Returns the modules of every marketplace that has a local address, and of the aggregator over them, as genesis publishes them. */
export function marketplaceModules(): readonly MoveModule[] {
  const marketplaces = contractsOf('local')
  const modules = modulesOf(marketplaces)
  const { local } = AGGREGATOR_PACKAGES
  return local === null ? modules : [...modules, aggregatorModule(local, marketplaces)]
}

/** Returns the modules of marketplaces, each under the contracts at hand. */
export function modulesOf(marketplaces: readonly DeployedMarketplace[]): readonly MoveModule[] {
  return marketplaces.flatMap(({ adapter, contracts }) => simulatorOf(adapter.id).simulate(contracts))
}
