import { parseAddress } from '@opal/domain/address'
import type { TokenRef, TokenStandard } from '@opal/domain/tokens/token-id'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import { isBuilt } from '@opal/marketplaces/testing/is-built'
import type { StoryOrder } from './story.ts'

export const CREATOR = parseAddress('0xc0')
export const OLD_COLLECTION = 'Old Opals'
/** The stubs that the Move tests have for other marketplaces take no commission, and their collection owes no royalty. */
export const NONE = { numerator: 0n, denominator: 1n }

/** All marketplaces of the localnet, open, closed ones as well. */
export const LOCAL_MARKETPLACES: readonly DeployedMarketplace[] = contractsOf(
  'local',
  Object.fromEntries(
    MARKETPLACES.map(({ id, isNative }) => [
      id,
      { status: 'active' as const, commission: isNative ? { numerator: 15n, denominator: 1000n } : NONE },
    ]),
  ),
)

/** Returns a marketplace of stories by its id. @throws TypeError where there is none. */
export function deployedMarketplace(id: string): DeployedMarketplace {
  const found = LOCAL_MARKETPLACES.find(({ adapter }) => adapter.id === id)
  if (found === undefined) throw new TypeError(`There is no marketplace ${id}.`)
  return found
}

/** Returns our own marketplace, as stories deploy it. */
export function nativeMarketplace(): DeployedMarketplace {
  return LOCAL_MARKETPLACES.find(({ adapter }) => adapter.isNative) as DeployedMarketplace
}

/** Returns the token of an order, by its place in the story. */
export function tokenOf({ standard }: Pick<StoryOrder, 'standard'>, at: number): TokenRef {
  const tokenDataId = parseAddress(`0x70${at + 1}`)
  const names = { creatorAddress: CREATOR, collectionName: OLD_COLLECTION, tokenName: `old_${at + 1}` }
  return standard === 'v2' ? { standard, tokenDataId } : { standard, tokenDataId, ...names, propertyVersion: 0n }
}

/** Returns whether listing tokens of a standard there is known. */
export function sells(marketplace: DeployedMarketplace, standard: TokenStandard): boolean {
  return isBuilt(() => buildPayload(marketplace, { kind: 'list', token: tokenOf({ standard }, 0), priceOctas: 1n }))
}
