import { aptos } from '@aptos-labs/aptos-protos'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { MalformedTransactionError } from './chain-errors.ts'
import { parseTransaction, type WantsResourceOf } from './parse-transaction.ts'

const { Transaction } = aptos.transaction.v1

/**
 * Decodes raw bytes of the stream.
 * @param wants leaves written resources of other types out; default all are parsed.
 * @throws MalformedTransactionError
 */
export function decodeTransaction(bytes: Uint8Array, wants?: WantsResourceOf): ChainTransaction {
  let transaction: aptos.transaction.v1.Transaction
  try {
    transaction = Transaction.decode(bytes)
  } catch (cause) {
    throw new MalformedTransactionError('it is no protobuf of a transaction', { cause })
  }
  return parseTransaction(transaction, wants)
}
