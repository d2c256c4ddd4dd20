import { toAddressOrNull } from '@opal/domain/address'
import type { StateChanges } from '@opal/domain/state-changes'
import { formatMicros, formatSecondsOrLast } from '@opal/domain/time'
import { CompiledQuery } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import {
  authKeyAddresses,
  type PublicKeyAuthKeyRow,
  tableItems,
  tableMetadatas,
  userTransactions,
} from '../../schema/raw.ts'

/**
 * Writes user transactions, keys and table items.
 * @param batch in chain order.
 */
export async function writeTransactions(db: Executor, batch: readonly StateChanges[]): Promise<void> {
  const keys = batch.flatMap(({ version, transactions }) =>
    transactions.authKeys.map(({ authKey, accountAddress, isUsed }) => ({
      account_address: accountAddress,
      auth_key: authKey,
      is_auth_key_used: isUsed,
      last_transaction_version: version,
    })),
  )
  await Promise.all([
    writeRows(db, userTransactions, batch.flatMap(userRows), 'keep'),
    writeRows(db, authKeyAddresses, keys, { newer: 'last_transaction_version' }),
    writePublicKeys(db, batch.flatMap(publicKeyRows)),
    writeRows(db, tableItems, batch.flatMap(itemRows), 'keep'),
    writeRows(db, tableMetadatas, batch.flatMap(metadataRows), 'keep'),
  ])
}

function userRows({ version, blockHeight, timestampMicros, transactions }: StateChanges) {
  return transactions.users.map((user) => ({
    version,
    block_height: blockHeight,
    sender: user.sender,
    sequence_number: user.sequenceNumber,
    max_gas_amount: user.maxGasAmount,
    gas_unit_price: user.gasUnitPrice,
    expiration_timestamp_secs: formatSecondsOrLast(user.expirationSeconds),
    parent_signature_type: user.signatureType,
    ...entryFunctionColumns(user.entryFunction),
    epoch: user.epoch,
    timestamp: formatMicros(timestampMicros),
  }))
}

/** Empty for transactions without an entry function, such as scripts, as in official rows. */
function entryFunctionColumns(id: string | null) {
  const [contract = '', module = '', name = ''] = id?.split('::') ?? []
  return {
    entry_function_id_str: id ?? '',
    entry_function_contract_address: toAddressOrNull(contract) ?? '',
    entry_function_module_name: module,
    entry_function_function_name: name,
  }
}

function publicKeyRows({ version, transactions }: StateChanges): readonly PublicKeyAuthKeyRow[] {
  return transactions.publicKeys.map((use) => ({
    public_key: use.publicKey,
    public_key_type: use.publicKeyType,
    auth_key: use.authKey,
    account_public_key: use.accountPublicKey,
    signature_type: use.signatureType,
    is_public_key_used: use.isUsed,
    last_transaction_version: version,
  }))
}

function itemRows({ version, transactions }: StateChanges) {
  return transactions.tableItems.map((item) => ({
    transaction_version: version,
    write_set_change_index: BigInt(item.changeIndex),
    table_handle: item.handle,
    key: item.rawKey,
    decoded_key: item.key,
    decoded_value: item.value,
    is_deleted: item.valueType === null,
  }))
}

/** A deletion does not state the type of the table's values. */
function metadataRows({ transactions }: StateChanges) {
  return transactions.tableItems.flatMap(({ handle, keyType, valueType }) =>
    valueType === null ? [] : [{ handle, key_type: keyType, value_type: valueType }],
  )
}

/** Inserts or merges by one statement: the newest version wins, and a key that signed once stays marked as used. */
const MERGE_PUBLIC_KEYS = `
  insert into chain.public_key_auth_keys as stored
    (public_key, public_key_type, auth_key, account_public_key, signature_type, is_public_key_used, last_transaction_version)
  select public_key, public_key_type, auth_key, max(account_public_key), max(signature_type), bool_or(is_used), max(version)
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::bigint[])
    as use (public_key, public_key_type, auth_key, account_public_key, signature_type, is_used, version)
  group by public_key, public_key_type, auth_key
  on conflict (public_key, public_key_type, auth_key) do update set
    is_public_key_used = stored.is_public_key_used or excluded.is_public_key_used,
    last_transaction_version = greatest(stored.last_transaction_version, excluded.last_transaction_version)`

async function writePublicKeys(db: Executor, rows: readonly PublicKeyAuthKeyRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = [
    rows.map((row) => row.public_key),
    rows.map((row) => row.public_key_type),
    rows.map((row) => row.auth_key),
    rows.map((row) => row.account_public_key),
    rows.map((row) => row.signature_type),
    rows.map((row) => row.is_public_key_used),
    rows.map((row) => row.last_transaction_version),
  ]
  await db.getExecutor().executeQuery(CompiledQuery.raw(MERGE_PUBLIC_KEYS, columns))
}
