import type { Address } from './address.ts'
import type { Json } from './json.ts'

/** What one user transaction says of itself, its sender's keys and the tables it wrote, read by `chain/transactions`. */
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

/** Row of `auth_key_account_addresses`: which key opens an account that is not named after the key alone. */
export interface AuthKeyUse {
  readonly authKey: string
  readonly accountAddress: Address
}

/** Row of `public_key_auth_keys`: a key that several keys make up, and one of them. */
export interface PublicKeyUse {
  /** `0x` and hex digits. */
  readonly publicKey: string
  readonly publicKeyType: string
  readonly authKey: string
  /** All keys and how many must sign, as the SDK reads it, `0x` and hex digits. */
  readonly accountPublicKey: string
  readonly signatureType: MultiSignatureType
  /** Did it sign? */
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

/** How an account of several keys signs, in the words of Aptos' own indexer. */
export type MultiSignatureType = 'multi_ed25519_signature' | 'multi_key_signature'

/** How a transaction is signed, in the words of Aptos' own indexer. */
export type SignatureType =
  | 'ed25519_signature'
  | 'multi_ed25519_signature'
  | 'multi_agent_signature'
  | 'fee_payer_signature'
  | 'single_sender_signature'
  | 'unknown'
