import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'

/** Resource that every object has. @source 0x1::object::ObjectCore */
export const OBJECT_CORE = '0x1::object::ObjectCore'

/** Returns a resource as a transaction wrote it; undefined when it did not. */
export function writtenResource(transaction: ChainTransaction, address: Address, type: string): Json | undefined {
  for (const change of transaction.changes) {
    if (change.kind === 'write-resource' && change.address === address && change.type === type) return change.data
  }
  return undefined
}
