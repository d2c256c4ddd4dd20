import { aptos } from '@aptos-labs/aptos-protos'
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js'

/** A request as it was read. */
export type GetTransactionsRequest = aptos.indexer.v1.GetTransactionsRequest | 'malformed'

const { getTransactions } = aptos.indexer.v1.RawDataService

/**
 * `aptos.indexer.v1.RawData` with answers passed through as bytes: a transaction is encoded once, when it is
 * committed, and every client is sent those bytes.
 */
export const RAW_DATA_SERVICE = {
  getTransactions: {
    path: getTransactions.path,
    requestStream: false,
    responseStream: true,
    requestSerialize: (request: GetTransactionsRequest) =>
      getTransactions.requestSerialize(request === 'malformed' ? {} : request),
    requestDeserialize: readRequest,
    responseSerialize: (bytes: Buffer) => bytes,
    responseDeserialize: (bytes: Buffer) => bytes,
  } satisfies MethodDefinition<GetTransactionsRequest, Buffer>,
} satisfies ServiceDefinition

/** gRPC would call unreadable bytes the server's fault; the handler says INVALID_ARGUMENT instead. */
function readRequest(bytes: Buffer): GetTransactionsRequest {
  try {
    return getTransactions.requestDeserialize(bytes)
  } catch {
    return 'malformed'
  }
}
