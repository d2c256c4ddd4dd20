import type { Address } from './address.ts'
import type { Json } from './json.ts'
import type { MultiSignatureType, SignatureType } from './state-changes.ts'

/**
 * One committed transaction, as `packages/chain` parses it: addresses normalised where they identify an
 * account or object, Move values as JSON.
 *
 * Move type strings (`type`) keep the node's spelling, with the package address normalised to its
 * short form (`0x1::coin::DepositEvent`), so that types compare by `===`.
 */
export interface ChainTransaction {
  readonly version: bigint
  /** `0x` + 64 hex digits. */
  readonly hash: string
  readonly blockHeight: bigint
  readonly epoch: bigint
  readonly timestampMicros: bigint
  readonly success: boolean
  /** Null for anything but user transactions. */
  readonly sender: Address | null
  /** `0xaddr::module::function` of an entry-function payload, address in short form, else null. */
  readonly entryFunction: string | null
  readonly gasUsed: bigint
  /** Octas per gas unit; 0 for anything but user transactions. */
  readonly gasUnitPrice: bigint
  /** The fee payer; null when the sender paid. Absent where the transaction was read from raw rows. */
  readonly feePayer?: Address | null
  /** Only user transactions have one; absent where the transaction was read from raw rows. */
  readonly request?: TransactionRequest
  readonly events: readonly ChainEvent[]
  readonly changes: readonly ChainChange[]
}

/** Parameters of a user transaction other than the call. */
export interface TransactionRequest {
  /** Null for an orderless transaction. */
  readonly sequenceNumber: bigint | null
  readonly maxGasAmount: bigint
  readonly expirationSeconds: bigint
  readonly signatureType: SignatureType
  /** The sender's keys when there are several. */
  readonly multiSignature: MultiSignature | null
}

/** A signature by some of several keys. */
export interface MultiSignature {
  readonly signatureType: MultiSignatureType
  /** All keys and how many must sign, as the SDK reads it, `0x` and hex digits. */
  readonly accountPublicKey: string
  readonly keys: readonly { readonly publicKey: string; readonly publicKeyType: string; readonly isUsed: boolean }[]
}

export interface ChainEvent {
  /** Position in the transaction's event list, 0-based. */
  readonly index: number
  readonly type: string
  /** Account of the event handle; `0x0…0` for module events. */
  readonly accountAddress: Address
  readonly creationNumber: bigint
  readonly sequenceNumber: bigint
  readonly data: Json
}

export type ChainChange = WriteResource | DeleteResource | WriteTableItem | DeleteTableItem

interface ChangeBase {
  /** Position in the transaction's write set, 0-based. */
  readonly index: number
}

export interface WriteResource extends ChangeBase {
  readonly kind: 'write-resource'
  readonly address: Address
  readonly type: string
  readonly data: Json
}

export interface DeleteResource extends ChangeBase {
  readonly kind: 'delete-resource'
  readonly address: Address
  readonly type: string
}

export interface WriteTableItem extends ChangeBase {
  readonly kind: 'write-table-item'
  readonly handle: string
  /** BCS, `0x` and hex digits. Absent where the transaction was read from raw rows. */
  readonly rawKey?: string
  readonly keyType: string
  readonly key: Json
  readonly valueType: string
  readonly value: Json
}

export interface DeleteTableItem extends ChangeBase {
  readonly kind: 'delete-table-item'
  readonly handle: string
  /** As when written. */
  readonly rawKey?: string
  readonly keyType: string
  readonly key: Json
}
