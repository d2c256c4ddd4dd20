/** Ids of the hand-made market below; a test may bring its own. */
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

/** The market’s third token. */
export const THIRD_TOKEN = `0x${'70'.repeat(31)}03`
/** Its fourth token, listed on a marketplace that no longer sells. */
export const CLOSED_MARKETPLACE_TOKEN = `0x${'70'.repeat(31)}04`
/** The market’s second collection. */
export const QUIET_COLLECTION = `0x${'dd'.repeat(32)}`
/** Creator of the collections. */
export const CREATOR = `0x${'ce'.repeat(32)}`
