import { aptos } from '@aptos-labs/aptos-protos'
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js'

export type GetTransactionsRequest = aptos.indexer.v1.GetTransactionsRequest

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
    requestSerialize: getTransactions.requestSerialize,
    requestDeserialize: getTransactions.requestDeserialize,
    responseSerialize: (bytes: Buffer) => bytes,
    responseDeserialize: (bytes: Buffer) => bytes,
  } satisfies MethodDefinition<GetTransactionsRequest, Buffer>,
} satisfies ServiceDefinition
