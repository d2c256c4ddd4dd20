import type { EntryFunctionPayload, PayloadArgument } from '@opal/domain/payload'
import type { MarketplaceContracts } from '../adapter.ts'

/** A call of the package. It takes APT only, so no call has a type argument. */
export function call(
  contracts: MarketplaceContracts,
  moduleAndFunction: `${string}::${string}`,
  functionArguments: readonly PayloadArgument[],
): EntryFunctionPayload {
  return { function: `${contracts.packageAddress}::${moduleAndFunction}`, typeArguments: [], functionArguments }
}
