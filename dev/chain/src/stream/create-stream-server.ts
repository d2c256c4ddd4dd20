import { Server, ServerCredentials, type ServerWritableStream, status } from '@grpc/grpc-js'
import type { Logger } from 'pino'
import { ChainReturnedError } from '../ledger/errors.ts'
import type { Responses } from './encode-response.ts'
import { getTransactions } from './get-transactions.ts'
import { type GetTransactionsRequest, RAW_DATA_SERVICE } from './raw-data-service.ts'

/** A running transaction stream. Disposing it ends every client's call. */
export interface StreamServer extends AsyncDisposable {
  readonly port: number
}

/** Serves `aptos.indexer.v1.RawData` without TLS. @throws when the port is taken. */
export async function createStreamServer(
  responses: Responses,
  options: { readonly host: string; readonly port: number; readonly log: Logger },
): Promise<StreamServer> {
  const server = new Server({ 'grpc.max_send_message_length': -1 })
  server.addService(RAW_DATA_SERVICE, {
    getTransactions: (call: ServerWritableStream<GetTransactionsRequest, Buffer>) => {
      getTransactions(responses, call).catch((error: unknown) => fail(call, error, options.log))
    },
  })
  const port = await bind(server, `${options.host}:${options.port}`)
  return {
    port,
    [Symbol.asyncDispose]: async () => server.forceShutdown(),
  }
}

function bind(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    )
  })
}

function fail(call: ServerWritableStream<GetTransactionsRequest, Buffer>, error: unknown, log: Logger): void {
  if (error instanceof Error && 'code' in error && error.code === status.INVALID_ARGUMENT) {
    call.emit('error', error)
    return
  }
  if (error instanceof ChainReturnedError) {
    call.emit('error', { code: status.DATA_LOSS, details: error.message })
    return
  }
  log.error({ err: error }, 'the transaction stream failed')
  call.emit('error', { code: status.INTERNAL, details: 'the transaction stream failed' })
}
