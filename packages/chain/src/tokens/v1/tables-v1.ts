import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainTransaction, DeleteTableItem, WriteTableItem } from '@opal/domain/chain-transaction'
import { addressField } from '../fields.ts'
import { COLLECTIONS, PENDING_CLAIMS, TOKEN_STORE } from '../token-types-v1.ts'
import type { WrittenObjects } from '../written-objects.ts'

/** Resources that hold tables, and where each keeps the handle that matters. */
const HANDLES = {
  [TOKEN_STORE]: 'tokens.handle',
  [COLLECTIONS]: 'collection_data.handle',
  [PENDING_CLAIMS]: 'pending_claims.handle',
} as const

/** Handles of the tables that an account's resource of this type keeps, with the account. @throws DecodeError */
export function tableOwners(objects: WrittenObjects, type: keyof typeof HANDLES): ReadonlyMap<string, Address> {
  return new Map(
    [...objects.all(type)].map(([account, resource]) => [addressField(resource, type, HANDLES[type]), account]),
  )
}

/** Handles are addresses, whose leading zeros may be missing. A malformed one stays as it is, and matches nothing. */
export function normaliseHandle(handle: string): string {
  return toAddressOrNull(handle) ?? handle
}

/** Returns table items that hold values of this type. */
export function itemsOfValue(transaction: ChainTransaction, valueType: string): readonly WriteTableItem[] {
  return transaction.changes.filter(
    (change): change is WriteTableItem => change.kind === 'write-table-item' && change.valueType === valueType,
  )
}

/** Returns the deleted table items with keys of this type. */
export function deletionsOfKey(transaction: ChainTransaction, keyType: string): readonly DeleteTableItem[] {
  return transaction.changes.filter(
    (change): change is DeleteTableItem => change.kind === 'delete-table-item' && change.keyType === keyType,
  )
}
