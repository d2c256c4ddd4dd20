import type { Ledger } from '../ledger/ledger.ts'
import { type BatchLimits, batchTransactions } from './batch-transactions.ts'
import { encodeResponse } from './encode-response.ts'

/** Encoded `TransactionsResponse`s from a version on: the past, then the present as it happens, until the signal. */
export type Responses = (start: bigint, limits: BatchLimits, signal: AbortSignal) => AsyncIterable<Buffer>

export function responsesOf(ledger: Ledger): Responses {
  return async function* (start, limits, signal) {
    for await (const batch of batchTransactions(ledger.stream(start, signal), limits)) {
      yield encodeResponse(batch, ledger.head.chainId)
    }
  }
}
