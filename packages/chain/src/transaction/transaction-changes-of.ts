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
  const multiSignature = transaction.request?.multiSignature ?? null
  const authKeys = authKeyOfSender(transaction, multiSignature)
  const publicKeys = authKeys.flatMap(({ authKey }) => publicKeysOf(multiSignature, authKey))
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

/**
 * An account that is named after its one key is found without this table: it is for rotated ones and for those of several keys.
 * @source Aptos' own indexer, account_restoration_processor
 */
function authKeyOfSender(
  { sender, changes }: ChainTransaction,
  multiSignature: MultiSignature | null,
): readonly AuthKeyUse[] {
  for (const change of changes) {
    if (change.kind !== 'write-resource' || change.type !== ACCOUNT || change.address !== sender) continue
    const authKey = asKey(textField(change.data, ACCOUNT, 'authentication_key'))
    const isFoundAnyway = authKey === sender && multiSignature === null
    return isFoundAnyway ? [] : [{ authKey, accountAddress: sender }]
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
