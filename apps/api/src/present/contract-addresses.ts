import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'

/** Addresses of the marketplaces' packages and fee schedules: parties to transfers that are nobody's wallet. */
export function contractAddresses(marketplaces: readonly DeployedMarketplace[]): ReadonlySet<string> {
  return new Set(
    marketplaces.flatMap(({ contracts }) => [contracts.packageAddress, contracts.feeScheduleAddress ?? []].flat()),
  )
}
