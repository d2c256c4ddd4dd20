import { parseAddress } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import type { NetworkName } from '@opal/domain/network'
import type { Rate } from '@opal/domain/prices/rates'
import type { CollectionRef, TokenRef } from '@opal/domain/tokens/token-id'
import type { MarketplaceAdapter, MarketplaceContracts, MarketplaceStatus, PayloadBuilders } from '../adapter.ts'
import { MARKETPLACES } from '../registry.ts'

/** Overrides of one marketplace's contracts on the network in use. */
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
 * Returns the marketplaces that exist on a network; off `local` with the calls alone that are proven.
 * @param overrides by marketplace id; a package address brings a marketplace to a network where none is known.
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
  // An operator who configures another package for the native marketplace has published our contract there.
  const isOwnPackage = adapter.isNative && packageAddress !== adapter.contracts.mainnet?.packageAddress
  return {
    ...base,
    ...(packageAddress !== undefined && { packageAddress, hasGuardedCalls: isOwnPackage }),
    ...(override.feeScheduleAddress !== undefined && { feeScheduleAddress: parseAddress(override.feeScheduleAddress) }),
    ...(override.commission !== undefined && { commission: override.commission }),
    ...(override.status !== undefined && { status: override.status }),
  }
}

/** Message for refused calls. */
const SENTENCE = 'This call of the marketplace has never been seen on chain, so it isn’t offered with real money.'

/** The part of an intent, or of an item of a batch, that says which standard it is about. */
interface Subject {
  readonly token?: TokenRef
  readonly listing?: { readonly token: TokenRef }
  readonly collection?: CollectionRef
}

/** Returns the adapter with payloads for proven calls alone: the others are refused with `not-offered`. */
function withoutUnproven(adapter: MarketplaceAdapter): MarketplaceAdapter {
  const { unproven = {} } = adapter
  const builders = Object.entries(adapter.payload) as readonly [keyof PayloadBuilders, Build][]
  const payload = builders.flatMap(([call, build]) => {
    const standards = new Set(unproven[call])
    if (standards.size === 0) return [[call, build]]
    // A call that is off for both standards is removed, as if the marketplace lacked it, so that the site does not show it.
    return standards.size === 2 ? [] : [[call, refusing(build, adapter.id, call, standards)]]
  })
  return { ...adapter, payload: Object.fromEntries(payload) }
}

type Build = (contracts: never, subject: never, ...more: never[]) => unknown

function refusing(build: Build, id: string, call: string, standards: ReadonlySet<string>): Build {
  return (contracts, ...subjects) => {
    const all = subjects.flat() as readonly Subject[]
    if (all.some((subject) => standards.has(standardOf(subject)))) throw new NotOfferedError(id, call, SENTENCE)
    return build(contracts, ...(subjects as [never]))
  }
}

function standardOf({ token, listing, collection }: Subject): string {
  return (token ?? listing?.token ?? collection)?.standard ?? ''
}
