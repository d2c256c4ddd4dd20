import { parseAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import type { Rate } from '@opal/domain/rates'
import type { MarketplaceAdapter, MarketplaceContracts, MarketplaceStatus } from './adapter.ts'
import { MARKETPLACES } from './registry.ts'
import { withoutUnproven } from './without-unproven.ts'

/** What a configuration may say differently about one marketplace on the network in use. */
export interface ContractsOverride {
  readonly packageAddress?: string
  readonly feeScheduleAddress?: string
  readonly commission?: Rate
  readonly status?: MarketplaceStatus
}

/** A marketplace together with where it lives on the network in use. */
export interface DeployedMarketplace {
  readonly adapter: MarketplaceAdapter
  readonly contracts: MarketplaceContracts
}

/**
 * The marketplaces that exist on a network; off `local` with the calls alone that are proven.
 *
 * @param overrides by marketplace id; a package address brings a venue to a network where none is known.
 * @throws InvalidAddressError for an override that is no address.
 */
export function contractsOf(
  network: NetworkName,
  overrides: Readonly<Record<string, ContractsOverride>> = {},
): readonly DeployedMarketplace[] {
  return MARKETPLACES.flatMap((adapter) => {
    const contracts = contractsOn(adapter, network, overrides[adapter.id] ?? {})
    if (contracts === null) return []
    return [{ adapter: network === 'local' ? adapter : withoutUnproven(adapter), contracts }]
  })
}

function contractsOn(
  adapter: MarketplaceAdapter,
  network: NetworkName,
  override: ContractsOverride,
): MarketplaceContracts | null {
  const known = adapter.contracts[network]
  const base = known ?? (override.packageAddress === undefined ? null : adapter.contracts.mainnet)
  if (base === null) return null
  const packageAddress = override.packageAddress === undefined ? undefined : parseAddress(override.packageAddress)
  // Who configures another package for the native marketplace has published ours.
  const isOwnPackage = adapter.isNative && packageAddress !== adapter.contracts.mainnet?.packageAddress
  return {
    ...base,
    ...(packageAddress !== undefined && { packageAddress, hasGuardedCalls: isOwnPackage }),
    ...(override.feeScheduleAddress !== undefined && { feeScheduleAddress: parseAddress(override.feeScheduleAddress) }),
    ...(override.commission !== undefined && { commission: override.commission }),
    ...(override.status !== undefined && { status: override.status }),
  }
}
