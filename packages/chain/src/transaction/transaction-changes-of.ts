import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainTransaction, MultiSignature } from '@opal/domain/chain-transaction'
import type {
  AuthKeyUse,
  PublicKeyUse,
  TableItemWrite,
  TransactionChanges,
  UserTransaction,
} from '@opal/domain/state-changes'
import { textField } from '../tokens/fields.ts'
import { rotationOf } from './rotated-keys.ts'

/** Whether user transactions, the keys of their senders and the tables they write are followed. */
export type TransactionScope = 'none' | 'all'

/** Holds an account's authentication key. */
export const ACCOUNT = '0x1::account::Account'

const NOTHING: TransactionChanges = { users: [], authKeys: [], publicKeys: [], tableItems: [] }

/**
 * Returns the facts of a transaction itself, of its sender's keys and of tables.
 * @throws DecodeError when an account has no authentication key.
 */
export function transactionChangesOf(transaction: ChainTransaction, scope: TransactionScope): TransactionChanges {
  if (scope === 'none') return NOTHING
  const users = userTransactions(transaction)
  if (!transaction.success) return { ...NOTHING, users }
  const signature = transaction.request?.multiSignature ?? null
  const rotation = rotationOf(transaction)
  const authKeys = authKeyOfSender(transaction, signature !== null || rotation !== null)
  // A signature that changes the keys was made with those of before.
  const keys = rotation === null ? (isRotation(transaction) ? null : signature) : rotation.keys
  const publicKeys = authKeys.flatMap(({ authKey }) => publicKeysOf(keys, authKey))
  return { users, authKeys, publicKeys, tableItems: tableItems(transaction) }
}

function userTransactions(transaction: ChainTransaction): readonly UserTransaction[] {
  const { sender, request, epoch, gasUnitPrice, entryFunction } = transaction
  if (sender === null || request === undefined) return []
  const { sequenceNumber, maxGasAmount, expirationSeconds, signatureType } = request
  return [
    { epoch, sender, sequenceNumber, maxGasAmount, gasUnitPrice, expirationSeconds, signatureType, entryFunction },
  ]
}

/** Calls that give the sender's account a key whose owner signs for that, or a former one back. @source Aptos' own indexer, account_restoration_processor */
const VERIFIED_ROTATIONS: ReadonlySet<string | null> = new Set(
  [
    'rotate_authentication_key',
    'rotate_authentication_key_with_rotation_capability',
    'upsert_ed25519_backup_key_on_keyless_account',
  ].map((name) => `0x1::account::${name}`),
)
/** Calls that give it a key without asking the key's owner. */
const UNVERIFIED_ROTATIONS: ReadonlySet<string | null> = new Set(
  ['rotate_authentication_key_call', 'rotate_authentication_key_from_public_key'].map(
    (name) => `0x1::account::${name}`,
  ),
)

function isRotation({ entryFunction }: ChainTransaction): boolean {
  return VERIFIED_ROTATIONS.has(entryFunction) || UNVERIFIED_ROTATIONS.has(entryFunction)
}

/**
 * An account that is named after its one key is found without this table: it is for rotated ones, also back to that key, and for those of
 * several keys.
 * @source Aptos' own indexer, account_restoration_processor
 */
function authKeyOfSender(transaction: ChainTransaction, hasSeveralKeysOrNewOnes: boolean): readonly AuthKeyUse[] {
  const { sender, changes, entryFunction } = transaction
  const isUsed = !UNVERIFIED_ROTATIONS.has(entryFunction)
  for (const change of changes) {
    if (change.kind !== 'write-resource' || change.type !== ACCOUNT || change.address !== sender) continue
    const authKey = asKey(textField(change.data, ACCOUNT, 'authentication_key'))
    const isFound = authKey !== sender || hasSeveralKeysOrNewOnes || isRotation(transaction)
    return isFound ? [{ authKey, accountAddress: sender, isUsed }] : []
  }
  return []
}

/** A key is printed with all its digits, as an address is. */
function asKey(text: string): Address | string {
  return toAddressOrNull(text) ?? text
}

function publicKeysOf(multiSignature: MultiSignature | null, authKey: string): readonly PublicKeyUse[] {
  if (multiSignature === null) return []
  const { accountPublicKey, signatureType, keys } = multiSignature
  return keys.map((key) => ({ ...key, authKey, accountPublicKey, signatureType }))
}

function tableItems({ changes }: ChainTransaction): readonly TableItemWrite[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'write-table-item' && change.kind !== 'delete-table-item') return []
    const { index: changeIndex, handle, rawKey = '', keyType, key } = change
    const written = change.kind === 'write-table-item' ? change : null
    return [
      {
        changeIndex,
        handle,
        rawKey,
        keyType,
        key,
        valueType: written?.valueType ?? null,
        value: written?.value ?? null,
      },
    ]
  })
}
