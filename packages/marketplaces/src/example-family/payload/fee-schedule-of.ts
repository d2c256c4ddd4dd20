import type { MarketplaceContracts } from '../../adapter.ts'

/**
 * The fee schedule that listings and offers name.
 * @throws TypeError when the venue's configuration has none: a fault of the adapter, not of the caller.
 */
export function feeScheduleOf(contracts: MarketplaceContracts): string {
  if (contracts.feeScheduleAddress === null) throw new TypeError('A venue of the example family needs a fee schedule.')
  return contracts.feeScheduleAddress
}
