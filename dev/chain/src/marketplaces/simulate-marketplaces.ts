import { AGGREGATOR_PACKAGES } from '@opal/marketplaces/aggregator/contracts'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { MoveModule } from '../modules/move-module.ts'
import { aggregatorModule } from './aggregator/aggregator-module.ts'
import { simulatorOf } from './registry.ts'

/** Returns the simulated modules of every marketplace with a local address, and of the aggregator, as genesis publishes them. */
export function simulateLocalMarketplaces(): readonly MoveModule[] {
  const marketplaces = contractsOf('local')
  const modules = simulateMarketplaces(marketplaces)
  const { local } = AGGREGATOR_PACKAGES
  return local === null ? modules : [...modules, aggregatorModule(local, marketplaces)]
}

/** Returns the simulated modules of marketplaces, at the addresses of their contracts. */
export function simulateMarketplaces(marketplaces: readonly DeployedMarketplace[]): readonly MoveModule[] {
  return marketplaces.flatMap(({ adapter, contracts }) => simulatorOf(adapter.id).simulate(contracts))
}
