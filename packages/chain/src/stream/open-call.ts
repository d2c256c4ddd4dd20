import { aptos } from '@aptos-labs/aptos-protos'
import { Client, type ClientReadableStream, credentials, type Interceptor, Metadata } from '@grpc/grpc-js'
import type { BackoffLimits } from '@opal/domain/backoff'
import type { StreamOptions, VersionRange } from './stream-options.ts'

const { GetTransactionsRequest, RawDataService } = aptos.indexer.v1
type Request = aptos.indexer.v1.GetTransactionsRequest

/** Responses carry up to a thousand transactions; the largest single transactions are some megabytes. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024
/**
 * HTTP/2 flow-control window. With the default of 64 KiB the server waits for a window update a dozen times a response: at a
 * round trip of 50 ms it could not send more than 1.3 MB a second.
 */
const WINDOW_BYTES = 8 * 1024 * 1024
/** Pauses between a lost call and the next one. */
export const DEFAULT_BACKOFF: BackoffLimits = { firstMs: 250, maxMs: 1_000 }

/**
 * Returns a client of the stream's server with its own connection: on a shared one, a call that reads slowly would hold up the others. Closing
 * the client ends its calls.
 */
export function createStreamClient(options: StreamOptions): Client {
  const { firstMs, maxMs } = options.backoff ?? DEFAULT_BACKOFF
  return new Client(options.address, options.tls ? credentials.createSsl() : credentials.createInsecure(), {
    'grpc.max_receive_message_length': MAX_RESPONSE_BYTES,
    'grpc-node.flow_control_window': WINDOW_BYTES,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 10_000,
    // While gRPC backs off, by default for up to two minutes, every call fails immediately. With half of our own pause, each of our calls
    // may reconnect.
    'grpc.initial_reconnect_backoff_ms': Math.ceil(firstMs / 2),
    'grpc.max_reconnect_backoff_ms': Math.ceil(maxMs / 2),
  })
}

/**
 * Starts the call. Responses come as raw bytes: decoding all of them is what the skim avoids.
 * The call reads on only as its messages are taken, so a slow consumer pauses the server.
 */
export function openCall(
  client: Client,
  options: StreamOptions,
  { from, to }: VersionRange,
  interceptors: Interceptor[],
): ClientReadableStream<Buffer> {
  const call = client.makeServerStreamRequest<Request, Buffer>(
    RawDataService.getTransactions.path,
    (request) => Buffer.from(GetTransactionsRequest.encode(request).finish()),
    (bytes) => bytes,
    { startingVersion: from, ...(to !== null && { transactionsCount: to - from }) },
    metadataOf(options),
    { interceptors },
  )
  // After we cancel, the call still reports it as an error; no listener is left by then.
  call.on('error', () => undefined)
  return call
}

function metadataOf({ apiKey }: StreamOptions): Metadata {
  const metadata = new Metadata()
  metadata.set('x-aptos-request-name', 'opal')
  if (apiKey !== null) {
    metadata.set('authorization', `Bearer ${apiKey}`)
    // The self-hosted data service of Aptos reads this one instead.
    metadata.set('x-aptos-data-authorization', apiKey)
  }
  return metadata
}
