import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import { oncePer } from '../kept/once-per.ts'

/** Addresses of the marketplaces' packages and fee schedules: parties to transfers that are nobody's wallet. A program's never change. */
export const contractAddresses = oncePer(
  (marketplaces: readonly DeployedMarketplace[]): ReadonlySet<string> =>
    new Set(
      marketplaces.flatMap(({ contracts }) => [contracts.packageAddress, contracts.feeScheduleAddress ?? []].flat()),
    ),
)
