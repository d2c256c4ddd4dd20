import { once } from 'node:events'
import { Metadata, type ServerWritableStream, type ServiceError, status } from '@grpc/grpc-js'
import type { BatchLimits } from './batch-transactions.ts'
import type { Responses } from './encode-response.ts'
import type { GetTransactionsRequest } from './raw-data-service.ts'

type Call = ServerWritableStream<GetTransactionsRequest, Buffer>

/** Limits for clients that ask for none. The bytes are below the 4 MiB that gRPC clients accept by default. */
export const USUAL_LIMITS: BatchLimits = { transactions: 100, bytes: 2 * 1024 * 1024, total: null }
/** A client may ask for batches up to this size; larger is refused. @source aptos.indexer.v1, batch_size */
const LARGEST_BATCH_SIZE = 1_000n

/**
 * Answers one `GetTransactions` call: the past from the wanted version on, then the present as it happens,
 * at the client's pace. A version that does not exist yet is waited for.
 */
export async function getTransactions(responses: Responses, call: Call): Promise<void> {
  const { start, limits } = readRequest(call.request)
  // As Aptos' server does: the call is accepted immediately, also when it must wait for its first transaction.
  call.sendMetadata(new Metadata())
  if (limits.total === 0n) return void call.end()
  const cancelled = new AbortController()
  call.once('cancelled', () => cancelled.abort())
  call.once('close', () => cancelled.abort())
  try {
    for await (const response of responses(start, limits, cancelled.signal)) {
      if (!call.write(response)) await once(call, 'drain', { signal: cancelled.signal })
      if (cancelled.signal.aborted) return
    }
    call.end()
  } catch (error) {
    if (!cancelled.signal.aborted) throw error
  } finally {
    cancelled.abort()
  }
}

/** @throws a gRPC INVALID_ARGUMENT for an unreadable request and a batch size outside 1 to 1000. */
function readRequest(request: GetTransactionsRequest): { start: bigint; limits: BatchLimits } {
  if (request === 'malformed') throw invalidArgument('the request is no GetTransactionsRequest')
  const { startingVersion, transactionsCount, batchSize } = request
  if (batchSize !== undefined && (batchSize === 0n || batchSize > LARGEST_BATCH_SIZE)) {
    throw invalidArgument(`batch_size must be between 1 and ${LARGEST_BATCH_SIZE}, not ${batchSize}`)
  }
  const transactions = Math.min(Number(batchSize ?? LARGEST_BATCH_SIZE), USUAL_LIMITS.transactions)
  return {
    start: startingVersion ?? 0n,
    limits: { ...USUAL_LIMITS, transactions, total: transactionsCount ?? null },
  }
}

function invalidArgument(details: string): Partial<ServiceError> {
  return Object.assign(new Error(details), { code: status.INVALID_ARGUMENT, details })
}
