import { NotOfferedError } from '@opal/domain/errors'
import type { Intent, ListingRef } from '@opal/domain/intent'
import { APT_COIN_TYPE, type EntryFunctionPayload, type PayloadArgument } from '@opal/domain/payload'
import type { TokenRef, TokenRefV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts } from '../adapter.ts'

export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/** A token and what it is to cost. */
export interface Pricing {
  readonly token: TokenRef
  readonly priceOctas: bigint
  /** Octas that a sale at this price has to bring, else it is not listed; absent for no such limit. */
  readonly proceedsOctas?: bigint
}

/** A listing and what it is to cost from now on. */
export interface Repricing {
  readonly listing: ListingRef
  readonly priceOctas: bigint
}

/** Returns a call of a marketplace's package whose type argument is the coin that is paid: APT. */
export function aptCall(
  { packageAddress }: MarketplaceContracts,
  moduleAndFunction: `${string}::${string}`,
  functionArguments: readonly PayloadArgument[],
): EntryFunctionPayload {
  return {
    function: `${packageAddress}::${moduleAndFunction}`,
    typeArguments: [APT_COIN_TYPE],
    functionArguments,
  }
}

/** Returns the names of a v1 token in calls: creator, collection, name. Some take the property version apart. */
export function namesOf(token: TokenRefV1): readonly [string, string, string] {
  return [token.creatorAddress, token.collectionName, token.tokenName]
}

/** Changes of a token of the older standard. */
export type OfV1<Item extends { readonly token: TokenRef }> = Item & { readonly token: TokenRefV1 }

/** Returns the items of a batch, when the tokens of all are of the older standard; null otherwise. */
export function allV1<Item extends { readonly token: TokenRef }>(items: readonly Item[]): readonly OfV1<Item>[] | null {
  const named = items.filter((item): item is OfV1<Item> => item.token.standard === 'v1')
  return items.length > 0 && named.length === items.length ? named : null
}

/** @throws NotOfferedError unless all tokens of a batch are of the newer standard. */
export function requireAllV2<Item>(
  marketplace: string,
  action: string,
  items: readonly Item[],
  tokenOf: (item: Item) => TokenRef,
): readonly string[] {
  const tokens = items.map(tokenOf)
  if (tokens.every((token) => token.standard === 'v2')) return tokens.map((token) => token.tokenDataId)
  const sentence = 'Token v1 and Digital Asset items can’t be traded in one transaction here.'
  throw new NotOfferedError(marketplace, action, sentence)
}

/**
 * Returns whether an id is an object's address, which distinguishes offers of the two standards: others are
 * numbered.
 */
export function isObjectId(id: string): boolean {
  return id.startsWith('0x')
}

/** Returns the property versions of v1 tokens, as calls take them. */
export function versionsOf(tokens: readonly TokenRefV1[]): readonly string[] {
  return tokens.map((token) => String(token.propertyVersion))
}
