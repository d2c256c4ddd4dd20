/** Ids of the small market; a test may have its own. */
export interface SmallMarketIds {
  readonly collectionId: string
  /** A token of the owner, not listed. */
  readonly tokenDataId: string
  /** Listed by the owner for 2 APT. */
  readonly listedTokenDataId: string
  readonly owner: string
  readonly buyer: string
}

export interface SmallMarketOptions {
  readonly ids: SmallMarketIds
  /** Id of the marketplace everything happens on. */
  readonly marketplace: string
  readonly nowMicros: bigint
}

/** Ids for tests that need no others. */
export const SMALL_MARKET_IDS: SmallMarketIds = {
  collectionId: `0x${'c0'.repeat(32)}`,
  tokenDataId: `0x${'70'.repeat(31)}01`,
  listedTokenDataId: `0x${'70'.repeat(31)}02`,
  owner: `0x${'a1'.repeat(32)}`,
  buyer: `0x${'b0'.repeat(32)}`,
}

/** The market’s third token. */
export const THIRD_TOKEN = `0x${'70'.repeat(31)}03`
/** Its fourth token, listed on a marketplace that no longer sells. */
export const CLOSED_MARKETPLACE_TOKEN = `0x${'70'.repeat(31)}04`
/** The market’s second collection. */
export const QUIET_COLLECTION = `0x${'dd'.repeat(32)}`
/** Creator of the collections. */
export const CREATOR = `0x${'ce'.repeat(32)}`
