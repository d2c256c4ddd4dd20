import { NotOfferedError } from '@opal/domain/errors/market-errors'
import type { Intent } from '@opal/domain/intent'
import type { TokenRef, TokenRefV1 } from '@opal/domain/token-ref'

export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/** What names a v1 token in calls: creator, collection, name. The property version stands apart in some. */
export function namesOf(token: TokenRefV1): readonly [string, string, string] {
  return [token.creatorAddress, token.collectionName, token.tokenName]
}

/** The tokens of a batch, when all are of the older standard; null otherwise. */
export function allV1<Item>(items: readonly Item[], tokenOf: (item: Item) => TokenRef): readonly TokenRefV1[] | null {
  const tokens = items.map(tokenOf).filter((token) => token.standard === 'v1')
  return items.length > 0 && tokens.length === items.length ? tokens : null
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
  const sentence = 'Tokens of the older and the newer standard cannot be traded in one transaction here.'
  throw new NotOfferedError(marketplace, action, sentence)
}

/** Objects have addresses; what has none is counted. Tells offers of the two standards apart by their id. */
export function isObjectId(id: string): boolean {
  return id.startsWith('0x')
}

/** Property versions of v1 tokens, as calls take them. */
export function versionsOf(tokens: readonly TokenRefV1[]): readonly string[] {
  return tokens.map((token) => String(token.propertyVersion))
}
