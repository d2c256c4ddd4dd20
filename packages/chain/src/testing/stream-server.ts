import { aptos } from '@aptos-labs/aptos-protos'
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type ServiceDefinition,
} from '@grpc/grpc-js'

const { GetTransactionsRequest, RawDataService } = aptos.indexer.v1
type Call = ServerWritableStream<aptos.indexer.v1.GetTransactionsRequest, Buffer>

/** Behaviour of a test's server on one connection. */
export type Connection = (call: {
  readonly startingVersion: bigint
  /** Number of transactions that the client requested; null for no limit. */
  readonly count: bigint | null
  readonly metadata: Metadata
  /** Sends a response's bytes. @returns false when the client is behind. */
  send(response: Uint8Array): boolean
  /** Resolves when the client has caught up. */
  drained(): Promise<void>
  end(): void
  fail(code: number, details: string): void
}) => void

/**
 * Returns a transaction stream under the test's control: the n-th connection meets the n-th behaviour, later ones
 * the last.
 */
export async function startStreamServer(...connections: readonly Connection[]): Promise<StreamServer> {
  const server = new StreamServer(connections)
  await server.listen()
  return server
}

const SERVICE: ServiceDefinition = {
  getTransactions: {
    ...RawDataService.getTransactions,
    requestDeserialize: (bytes: Buffer) => GetTransactionsRequest.decode(bytes),
    responseSerialize: (bytes: Buffer) => bytes,
  },
}

export class StreamServer implements AsyncDisposable {
  /** First version that each connection asked for. */
  readonly requested: bigint[] = []
  readonly #server = new Server()
  readonly #connections: readonly Connection[]
  #port = 0

  constructor(connections: readonly Connection[]) {
    this.#connections = connections
    this.#server.addService(SERVICE, { getTransactions: (call: Call) => this.#serve(call) })
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`
  }

  /** @param port 0 takes any that is free. */
  async listen(port = 0): Promise<void> {
    this.#port = await new Promise((resolve, reject) => {
      this.#server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      )
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.forceShutdown()
  }

  #serve(call: Call): void {
    const startingVersion = call.request.startingVersion ?? 0n
    const connection = this.#connections[this.requested.length] ?? this.#connections.at(-1)
    this.requested.push(startingVersion)
    connection?.({
      startingVersion,
      count: call.request.transactionsCount ?? null,
      metadata: call.metadata,
      send: (response) => call.write(Buffer.from(response)),
      drained: () => new Promise((resolve) => call.once('drain', resolve)),
      end: () => call.end(),
      fail: (code, details) => call.emit('error', { code, details }),
    })
  }
}
