import type { Address } from '../address.ts'
import type { Json } from '../json.ts'
import type { TokenStandard } from './token-id.ts'

/**
 * Changes of one transaction to collections, tokens and owners, read from its write set and events by
 * `chain/tokens`, written by `store/ingest`. Field names follow the columns of Aptos' own indexer in camelCase.
 */
export interface TokenChanges {
  readonly collections: readonly CollectionChange[]
  readonly tokenDatas: readonly TokenDataChange[]
  readonly ownerships: readonly OwnershipChange[]
  readonly pendingClaims: readonly PendingClaimChange[]
  readonly activities: readonly TokenActivity[]
  /**
   * Transfers of objects that are no tokens: official rows list them among the activities of tokens. None when left out. They are no
   * activities of the market.
   */
  readonly objectTransfers?: readonly TokenActivity[]
  readonly royalties: readonly RoyaltyChange[]
  /** Written stores of v1 tokens; none when left out. */
  readonly tokenStores?: readonly TokenStoreChange[]
}

/** A wallet's store of v1 tokens, and whether it takes tokens that are sent to it. */
export interface TokenStoreChange {
  readonly owner: Address
  readonly acceptsTransfers: boolean
}

/** Row of `current_collections_v2`. */
export interface CollectionChange {
  readonly collectionId: Address
  readonly creatorAddress: Address
  readonly collectionName: string
  readonly description: string
  readonly uri: string
  readonly currentSupply: bigint
  readonly maxSupply: bigint | null
  readonly totalMintedV2: bigint | null
  readonly mutableDescription: boolean | null
  readonly mutableUri: boolean | null
  readonly tableHandleV1: string | null
  readonly tokenStandard: TokenStandard
  readonly collectionProperties: Json | null
}

/** Row of `current_token_datas_v2`. */
export interface TokenDataChange {
  readonly tokenDataId: Address
  readonly collectionId: Address
  readonly tokenName: string
  readonly description: string
  readonly tokenUri: string
  /** Property map as an object of name to value (Aptos' own indexer's form). */
  readonly tokenProperties: Json
  readonly maximum: bigint | null
  readonly supply: bigint | null
  readonly largestPropertyVersionV1: bigint | null
  readonly tokenStandard: TokenStandard
  readonly isFungibleV2: boolean | null
  readonly decimals: bigint | null
  readonly isDeletedV2: boolean | null
}

/** Owner, in a row of amount 0, of a burnt token whose last owner is unknown. */
export const UNKNOWN_OWNER = 'unknown'

/** Row of `current_token_ownerships_v2`. `amount` 0 means no longer owned. */
export interface OwnershipChange {
  readonly tokenDataId: Address
  readonly propertyVersionV1: bigint
  readonly ownerAddress: Address | typeof UNKNOWN_OWNER
  /** Object (v2) or table handle (v1) that holds the ownership. */
  readonly storageId: string
  readonly amount: bigint
  readonly tokenStandard: TokenStandard
  readonly tableTypeV1: string | null
  readonly tokenPropertiesMutatedV1: Json | null
  readonly isSoulboundV2: boolean | null
  readonly isFungibleV2: boolean | null
  readonly nonTransferrableByOwner: boolean | null
}

/** Row of `current_token_pending_claims`: a v1 token offered and not yet claimed. `amount` 0 means claimed or cancelled. */
export interface PendingClaimChange {
  readonly tokenDataId: Address
  readonly propertyVersion: bigint
  readonly fromAddress: Address
  readonly toAddress: Address
  readonly collectionId: Address
  readonly creatorAddress: Address
  readonly collectionName: string
  readonly name: string
  readonly amount: bigint
  readonly tableHandle: string
}

/** Row of `token_activities_v2`. */
export interface TokenActivity {
  readonly eventIndex: number
  readonly eventAccountAddress: Address
  readonly tokenDataId: Address
  readonly propertyVersionV1: bigint
  /** Full Move type of the event. */
  readonly type: string
  readonly fromAddress: Address | null
  readonly toAddress: Address | null
  readonly tokenAmount: bigint
  readonly beforeValue: string | null
  readonly afterValue: string | null
  readonly entryFunctionIdStr: string | null
  readonly tokenStandard: TokenStandard
  readonly isFungibleV2: boolean | null
}

/** Royalty of a token, or of a whole v2 collection when `objectAddress` is the collection. */
export interface RoyaltyChange {
  /** Token data id (v1) or object address (v2 token or collection). */
  readonly objectAddress: Address
  readonly payeeAddress: Address
  readonly numerator: bigint
  readonly denominator: bigint
}
