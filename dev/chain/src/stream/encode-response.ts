import type { Ledger } from '../ledger/ledger.ts'
import { type BatchLimits, batchTransactions } from './batch-transactions.ts'

/** `repeated Transaction transactions = 1`, length-delimited. */
const TRANSACTION_TAG = 0x0a
/** `optional uint64 chain_id = 2`, varint. */
const CHAIN_ID_TAG = 0x10

/** Returns a `TransactionsResponse` around transactions that are already encoded. */
export function encodeResponse(transactions: readonly Uint8Array[], chainId: number): Buffer {
  const size = transactions.reduce((sum, { length }) => sum + 1 + varintSize(length) + length, 1 + varintSize(chainId))
  const response = Buffer.allocUnsafe(size)
  let at = 0
  for (const bytes of transactions) {
    response[at] = TRANSACTION_TAG
    at = writeVarint(response, at + 1, bytes.length)
    response.set(bytes, at)
    at += bytes.length
  }
  response[at] = CHAIN_ID_TAG
  writeVarint(response, at + 1, chainId)
  return response
}

function varintSize(value: number): number {
  let size = 1
  for (let rest = value; rest > 0x7f; rest >>>= 7) size += 1
  return size
}

/** @returns where to go on writing. */
function writeVarint(target: Uint8Array, from: number, value: number): number {
  let at = from
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) target[at++] = (rest & 0x7f) | 0x80
  target[at] = rest
  return at + 1
}

/** Encoded `TransactionsResponse`s from a version on: the past, then the present as it happens, until the signal. */
export type Responses = (start: bigint, limits: BatchLimits, signal: AbortSignal) => AsyncIterable<Buffer>

/** Returns the responses of a ledger's transactions, batched within limits. */
export function responsesOf(ledger: Ledger): Responses {
  return async function* (start, limits, signal) {
    for await (const batch of batchTransactions(ledger.stream(start, signal), limits)) {
      yield encodeResponse(batch, ledger.head.chainId)
    }
  }
}
