import { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import type { RawTransaction } from '../stream/split-response.ts'

const { TransactionsResponse } = aptos.indexer.v1
const { Transaction } = aptos.transaction.v1

/** Returns a fixture transaction, from the JSON form of recorded ones, as the stream delivers it. */
export function rawTransaction(version: bigint, json: JsonObject): RawTransaction {
  const message = Transaction.fromJSON({ ...json, version: String(version) })
  return { version, bytes: Transaction.encode(message).finish() }
}

/** Returns a response of the stream with these transactions. */
export function responseWith(transactions: readonly RawTransaction[], chainId = 4n): Uint8Array {
  const decoded = transactions.map(({ bytes }) => Transaction.decode(bytes))
  return TransactionsResponse.encode({ transactions: decoded, chainId }).finish()
}
