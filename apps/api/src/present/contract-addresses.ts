import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'

/** Addresses of the marketplaces' packages and fee schedules: parties to transfers that are nobody's wallet. */
export function contractAddresses(marketplaces: readonly DeployedMarketplace[]): ReadonlySet<string> {
  const kept = known.get(marketplaces)
  if (kept !== undefined) return kept
  const addresses = new Set<string>(
    marketplaces.flatMap(({ contracts }) => [contracts.packageAddress, contracts.feeScheduleAddress ?? []].flat()),
  )
  known.set(marketplaces, addresses)
  return addresses
}

/** A program's marketplaces never change. */
const known = new WeakMap<readonly DeployedMarketplace[], ReadonlySet<string>>()
