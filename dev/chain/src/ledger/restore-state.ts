import type { aptos } from '@aptos-labs/aptos-protos'
import { type Address, parseAddress } from '@opal/domain/address'
import { ACCOUNT } from './accounts.ts'
import type { State } from './state.ts'
import { OBJECT_GROUP } from './state-key.ts'

/** Applies a committed transaction's write set to the state. Nothing is executed again. */
export function applyWriteSet(state: State, transaction: aptos.transaction.v1.Transaction): void {
  for (const change of transaction.info?.changes ?? []) applyChange(state, change)
}

function applyChange(state: State, change: aptos.transaction.v1.WriteSetChange): void {
  const { writeResource, deleteResource, writeTableItem } = change
  if (writeResource?.typeStr !== undefined) {
    state.put(addressOf(writeResource), writeResource.typeStr, writeResource.data ?? '{}')
  } else if (deleteResource?.typeStr !== undefined) {
    const address = addressOf(deleteResource)
    if (deleteResource.typeStr === OBJECT_GROUP) state.removeWhere(address, (type) => type !== ACCOUNT)
    else state.put(address, deleteResource.typeStr, null)
  } else if (writeTableItem?.handle !== undefined && writeTableItem.data !== undefined) {
    const { key = '', keyType = '', value = '', valueType = '' } = writeTableItem.data
    const keyBytes = Buffer.from((writeTableItem.key ?? '0x').slice(2), 'hex')
    state.putTableItem(writeTableItem.handle, { key, keyType, keyBytes, value, valueType })
  }
}

function addressOf(change: { address?: string | undefined }): Address {
  return parseAddress(change.address ?? '')
}
