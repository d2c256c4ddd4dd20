import { APT_COIN_TYPE, type EntryFunctionPayload, type PayloadArgument } from '@opal/domain/payload'
import type { MarketplaceContracts } from '../../adapter.ts'

/** A call of the family's package, paid in APT. */
export function familyCall(
  contracts: MarketplaceContracts,
  moduleAndFunction: `${string}::${string}`,
  functionArguments: readonly PayloadArgument[],
): EntryFunctionPayload {
  return {
    function: `${contracts.packageAddress}::${moduleAndFunction}`,
    typeArguments: [APT_COIN_TYPE],
    functionArguments,
  }
}

/**
 * The fee schedule that listings and offers name.
 * @throws TypeError when the venue's configuration has none: a fault of the adapter, not of the caller.
 */
export function feeScheduleOf(contracts: MarketplaceContracts): string {
  if (contracts.feeScheduleAddress === null) throw new TypeError('A venue of the example family needs a fee schedule.')
  return contracts.feeScheduleAddress
}
