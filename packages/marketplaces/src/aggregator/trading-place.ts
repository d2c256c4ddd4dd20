import type { Address } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import type { Intent } from '@opal/domain/intent'
import type { DeployedMarketplace } from '../contracts/network-contracts.ts'
import { isOffered } from '../payload/build-payload.ts'

/** Environment of a batch: the network's marketplaces, and the aggregator that reaches several in one transaction. */
export interface TradingPlace {
  readonly marketplaces: readonly DeployedMarketplace[]
  /** The aggregator's package; null where it is not published. @see aggregatorOn */
  readonly aggregator: Address | null
  /** Set when calls can be composed into a script. Needs a node that shows the modules' bytecode, and a wallet that signs scripts. */
  readonly canCompose: boolean
}

/**
 * Returns the marketplace with this id.
 * @throws NotOfferedError when there is none, or it is not open for this.
 */
export function marketplaceOf(place: TradingPlace, marketplace: string, action: Intent['kind']): DeployedMarketplace {
  const found = place.marketplaces.find(({ adapter }) => adapter.id === marketplace)
  if (found === undefined || !isOffered(found, action)) throw new NotOfferedError(marketplace, action)
  return found
}

/** Returns our own marketplace. @throws NotOfferedError on a network without it. */
export function nativeOf({ marketplaces }: TradingPlace): DeployedMarketplace {
  const native = marketplaces.find(({ adapter }) => adapter.isNative)
  if (native === undefined) throw new NotOfferedError('native', 'list', 'Our marketplace is not on this network.')
  return native
}
