import { readFileSync } from 'node:fs'
import { aptos } from '@aptos-labs/aptos-protos'

const { Transaction } = aptos.transaction.v1

/**
 * Returns a recorded transaction: one file, proto3 JSON of `aptos.transaction.v1.Transaction`.
 * @throws Error when the file cannot be read or is no JSON.
 */
export function readRecordedTransaction(path: string): aptos.transaction.v1.Transaction {
  return Transaction.fromJSON(JSON.parse(readFileSync(path, 'utf8')))
}

/** Encodes a recorded transaction as the stream would deliver it. */
export function encodeTransaction(transaction: aptos.transaction.v1.Transaction): Uint8Array {
  return Transaction.encode(transaction).finish()
}
