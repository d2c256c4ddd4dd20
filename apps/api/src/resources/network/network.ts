import { getNetwork, getStats, type MarketplaceInfo } from '@opal/contract/network'
import { toBps } from '@opal/domain/prices/rates'
import type { MarketplaceAdapter } from '@opal/marketplaces/adapter'
import { commissionOf } from '@opal/marketplaces/contracts/commission-of'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { abilitiesOf } from '@opal/marketplaces/payload/build-payload'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import { defineRoute } from '../../http/routes/route.ts'
import { defineTradeRoute } from '../../trading/plan/with-commissions.ts'

export const getNetworkRoute = defineTradeRoute(getNetwork, async ({ network, marketplaces }) => ({
  ...network,
  socketUrl: network.apiUrl,
  marketplaces: MARKETPLACES.map((adapter) =>
    presentMarketplace(
      adapter,
      marketplaces.find((deployed) => deployed.adapter.id === adapter.id),
    ),
  ),
}))

/** A price of which the commission is the rate, to all the digits that are shown. */
const WHOLE = { priceOctas: 10_000n, placedAtMicros: null }

function presentMarketplace(adapter: MarketplaceAdapter, deployed: DeployedMarketplace | undefined): MarketplaceInfo {
  return {
    id: adapter.id,
    displayName: adapter.displayName,
    isNative: adapter.isNative,
    status: deployed?.contracts.status ?? 'absent',
    abilities: deployed === undefined ? [] : [...abilitiesOf(deployed)],
    bidsExpire: adapter.bidsExpire,
    feeBps: adapter.displayFeeBps,
    commissionBps: deployed === undefined ? null : toBps(commissionOf(deployed.contracts, WHOLE)),
    packageAddress: deployed?.contracts.packageAddress ?? null,
  }
}

export const getStatsRoute = defineRoute(getStats, async ({ aptPrice }) => {
  const { value, ageSeconds } = await aptPrice()
  return { value: Math.round(value * 100) / 100, ageSeconds }
})
