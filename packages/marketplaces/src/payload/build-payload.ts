import { NotOfferedError } from '@opal/domain/errors'
import type { Intent } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { MarketplaceAdapter, MarketplaceContracts, PayloadBuilders } from '../adapter.ts'
import type { DeployedMarketplace } from '../contracts/network-contracts.ts'

type Kind = Intent['kind']

/** Exit-only actions: what stays possible on a marketplace that is `cancel-only`. @source docs/product/trading.md#marketplace-status */
const EXIT_KINDS: ReadonlySet<Kind> = new Set([
  'delist',
  'cancel-token-offer',
  'cancel-collection-offer',
  'accept-token-offer',
  'accept-collection-offer',
  'cancel-pool-offer',
  'accept-pool-offer',
  'withdraw-from-pool',
])

/** Actions on pools and on terms, which our own package has and the one that is live on mainnet has not. */
const OWN_KINDS: ReadonlySet<string> = new Set<keyof PayloadBuilders>([
  'place-pool-offer',
  'cancel-pool-offer',
  'accept-pool-offer',
  'deposit-into-pool',
  'withdraw-from-pool',
  'list-on-terms',
  'list-on-terms-many',
  'update-terms',
  'update-terms-many',
])

/** Returns the names of the calls that a marketplace's contracts on this network have, whatever its status allows. */
export function abilitiesOf({ adapter, contracts }: DeployedMarketplace): readonly string[] {
  return Object.keys(adapter.payload).filter((kind) => isInPackage(contracts, kind))
}

function isInPackage({ hasGuardedCalls }: MarketplaceContracts, kind: string): boolean {
  return hasGuardedCalls === true || !OWN_KINDS.has(kind)
}

/** Returns whether a marketplace has a call for the action and its status on this network allows it. */
export function isOffered({ adapter, contracts }: DeployedMarketplace, kind: Kind): boolean {
  if (adapter.payload[kind] === undefined || !isInPackage(contracts, kind)) return false
  return contracts.status === 'active' || (contracts.status === 'cancel-only' && EXIT_KINDS.has(kind))
}

/** Returns the unsigned call that does what a person wants. @throws NotOfferedError */
export function buildPayload(marketplace: DeployedMarketplace, intent: Intent): EntryFunctionPayload {
  const { adapter, contracts } = marketplace
  const build = builderFor(adapter, intent.kind)
  if (build === undefined || !isOffered(marketplace, intent.kind)) throw new NotOfferedError(adapter.id, intent.kind)
  return build(contracts, intent)
}

/** The builder under a kind takes intents of that kind, which the type system cannot follow through the lookup. */
function builderFor(adapter: MarketplaceAdapter, kind: Kind) {
  return adapter.payload[kind] as
    | ((contracts: MarketplaceContracts, intent: Intent) => EntryFunctionPayload)
    | undefined
}
