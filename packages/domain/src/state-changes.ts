import type { Address } from './address.ts'
import type { Json } from './json.ts'
import type { TokenStandard } from './tokens/token-id.ts'

/**
 * Changes of one transaction to coins (`v1`) and fungible assets (`v2`), read from its write set and events by
 * `chain/fungible`. Field names follow the columns of Aptos' own indexer in camelCase. Amounts are in the asset's
 * smallest unit.
 */
export interface FungibleChanges {
  readonly balances: readonly BalanceChange[]
  readonly activities: readonly FungibleActivity[]
  readonly metadata: readonly AssetMetadataChange[]
  readonly coinPairs: readonly CoinPair[]
}

/** A store's content after the transaction. A coin store has the address that the owner's store of the paired asset has. */
export interface BalanceChange {
  readonly storageId: Address
  readonly tokenStandard: TokenStandard
  /** `0x0…0` when the store outlived its object. */
  readonly ownerAddress: Address
  /** Coin type, or address of the asset's metadata. */
  readonly assetType: string
  readonly isPrimary: boolean
  readonly isFrozen: boolean
  readonly amount: bigint
}

/** Event index of the gas fee, which has no event. */
export const GAS_FEE_EVENT_INDEX = -1

/** Row of `fungible_asset_activities`. */
export interface FungibleActivity {
  readonly eventIndex: number
  /** Null when the store's object was deleted. */
  readonly ownerAddress: Address | null
  readonly storageId: Address
  /** Null when the store was deleted. */
  readonly assetType: string | null
  /** Only freezing events state it. */
  readonly isFrozen: boolean | null
  readonly amount: bigint | null
  readonly type: string
  readonly isGasFee: boolean
  /** The fee payer, when it was not the sender. */
  readonly gasFeePayerAddress: Address | null
  readonly isTransactionSuccess: boolean
  readonly entryFunctionIdStr: string | null
  readonly tokenStandard: TokenStandard
  /** Octas given back for freed storage. */
  readonly storageRefundAmount: bigint
}

/** Row of `fungible_asset_metadata`. */
export interface AssetMetadataChange {
  readonly assetType: string
  readonly creatorAddress: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: bigint
  readonly iconUri: string | null
  readonly projectUri: string | null
  readonly supplyAggregatorTableHandleV1: string | null
  readonly supplyAggregatorTableKeyV1: string | null
  readonly tokenStandard: TokenStandard
  readonly supplyV2: bigint | null
  readonly maximumV2: bigint | null
}

/** A coin and the fungible asset that it can be turned into. */
export interface CoinPair {
  readonly metadataAddress: Address
  readonly coinType: string
}

/** Changes of one transaction to names of the Aptos Name Service, both versions, read by `chain/names`. */
export interface NameChanges {
  readonly lookups: readonly NameLookupChange[]
  readonly primaryNames: readonly PrimaryNameChange[]
}

/** Row of `current_ans_lookup_v2`: where a name points. */
export interface NameLookupChange {
  readonly domain: string
  /** Empty for a domain itself. */
  readonly subdomain: string
  readonly tokenStandard: TokenStandard
  readonly registeredAddress: Address | null
  readonly expirationSeconds: bigint
  /** `sub.domain.apt` */
  readonly tokenName: string
  readonly isDeleted: boolean
  /** v2 subdomains only: 1 follows the domain. */
  readonly subdomainExpirationPolicy: bigint | null
  /** The token that is the name; null when unknown. */
  readonly tokenDataId: Address | null
}

/** Row of `current_ans_primary_name_v2`: an account's primary name. The name is null when the account removed it. */
export interface PrimaryNameChange {
  readonly registeredAddress: Address
  readonly tokenStandard: TokenStandard
  readonly domain: string | null
  readonly subdomain: string | null
  readonly tokenName: string | null
  readonly isDeleted: boolean
}

/** Changes of one transaction to objects, read by `chain/objects`. */
export interface ObjectChanges {
  /** One for each object written, in its final state. */
  readonly written: readonly WrittenObject[]
  readonly deleted: readonly DeletedObject[]
  /** One for each resource written to an object, by position in the write set; null when history is not stored. */
  readonly history: readonly { readonly changeIndex: number; readonly object: WrittenObject }[] | null
}

export interface WrittenObject {
  readonly objectAddress: Address
  readonly ownerAddress: Address
  readonly stateKeyHash: string
  readonly guidCreationNum: bigint
  readonly allowUngatedTransfer: boolean
  /** Untransferable by a flag, or because only an admin may move it. */
  readonly isUntransferable: boolean
}

export interface DeletedObject {
  readonly changeIndex: number
  readonly objectAddress: Address
  readonly stateKeyHash: string
}

/**
 * Facts of one user transaction: its request, its sender's keys and the tables it wrote, read by
 * `chain/transaction`.
 */
export interface TransactionChanges {
  /** One for every user transaction, also a failed one. */
  readonly users: readonly UserTransaction[]
  /** At most one: the sender's. */
  readonly authKeys: readonly AuthKeyUse[]
  readonly publicKeys: readonly PublicKeyUse[]
  readonly tableItems: readonly TableItemWrite[]
}

/** Row of `user_transactions`. */
export interface UserTransaction {
  readonly epoch: bigint
  readonly sender: Address
  /** Null for an orderless transaction. */
  readonly sequenceNumber: bigint | null
  readonly maxGasAmount: bigint
  readonly gasUnitPrice: bigint
  readonly expirationSeconds: bigint
  readonly signatureType: SignatureType
  readonly entryFunction: string | null
}

/** Row of `auth_key_account_addresses`: the key of an account whose address does not follow from the key alone. */
export interface AuthKeyUse {
  readonly authKey: string
  readonly accountAddress: Address
  /** Whether the key's owner is known to use the account: anyone can give an account the key of another. */
  readonly isUsed: boolean
}

/** Row of `public_key_auth_keys`: an authentication key made of several public keys, and one of these. */
export interface PublicKeyUse {
  /** `0x` and hex digits. */
  readonly publicKey: string
  readonly publicKeyType: string
  readonly authKey: string
  /** All keys and how many must sign, as the SDK reads it, `0x` and hex digits. */
  readonly accountPublicKey: string
  readonly signatureType: MultiSignatureType
  /** Whether the key signed. */
  readonly isUsed: boolean
}

/** Row of `table_items`. */
export interface TableItemWrite {
  readonly changeIndex: number
  readonly handle: string
  /** BCS, `0x` and hex digits. */
  readonly rawKey: string
  readonly keyType: string
  readonly key: Json
  /** Null for a deletion. */
  readonly valueType: string | null
  readonly value: Json
}

/** Signature types of accounts with several keys, as Aptos' own indexer names them. */
export type MultiSignatureType = 'multi_ed25519_signature' | 'multi_key_signature'

/** Signature types of transactions, as Aptos' own indexer names them. */
export type SignatureType =
  | 'ed25519_signature'
  | 'multi_ed25519_signature'
  | 'multi_agent_signature'
  | 'fee_payer_signature'
  | 'single_sender_signature'
  | 'unknown'

/**
 * Changes of one transaction to the ledger's state other than tokens and orders. Complete by itself: needs no earlier
 * state.
 */
export interface StateChanges {
  readonly version: bigint
  readonly blockHeight: bigint
  readonly timestampMicros: bigint
  readonly fungible: FungibleChanges
  readonly names: NameChanges
  readonly objects: ObjectChanges
  readonly transactions: TransactionChanges
}
