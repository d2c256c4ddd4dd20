import { getNetwork, getStats, type MarketplaceInfo } from '@opal/contract/network'
import { toBps } from '@opal/domain/prices/rates'
import type { MarketplaceAdapter } from '@opal/marketplaces/adapter'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import { defineRoute } from '../../http/route.ts'

export const getNetworkRoute = defineRoute(getNetwork, async ({ network, marketplaces }) => ({
  ...network,
  socketUrl: network.apiUrl,
  marketplaces: MARKETPLACES.map((adapter) =>
    presentMarketplace(
      adapter,
      marketplaces.find((deployed) => deployed.adapter.id === adapter.id),
    ),
  ),
}))

function presentMarketplace(adapter: MarketplaceAdapter, deployed: DeployedMarketplace | undefined): MarketplaceInfo {
  return {
    id: adapter.id,
    displayName: adapter.displayName,
    isNative: adapter.isNative,
    status: deployed?.contracts.status ?? 'absent',
    abilities: deployed === undefined ? [] : Object.keys(deployed.adapter.payload),
    feeBps: adapter.displayFeeBps,
    commissionBps: deployed === undefined ? null : toBps(deployed.contracts.commission),
    packageAddress: deployed?.contracts.packageAddress ?? null,
  }
}

export const getStatsRoute = defineRoute(getStats, async ({ aptPrice }) => {
  const { value, ageSeconds } = await aptPrice()
  return { value: Math.round(value * 100) / 100, ageSeconds }
})
