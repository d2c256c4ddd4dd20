import type { StreamGapError, StreamLostError } from '../chain-errors.ts'

/** How and from where to hear the chain. */
export interface StreamOptions {
  /** `host:port` of a server that speaks `aptos.indexer.v1.RawData`. */
  readonly address: string
  readonly tls: boolean
  /** Null where the server asks for none. */
  readonly apiKey: string | null
  /** First version to deliver. */
  readonly fromVersion: bigint
  /** The network's chain id; another one is fatal. */
  readonly chainId: number
  /** Ends the stream without an error. */
  readonly signal: AbortSignal
  /** A stream that says nothing for so long is taken for lost. Default 60 s. */
  readonly silenceMs?: number
  /** Wait before a reconnection, doubled each time up to the limit; a delivery starts it over. Default 250 ms to 15 s. */
  readonly backOff?: { readonly firstMs: number; readonly maxMs: number }
  /** Told before each wait; for logs and metrics. */
  readonly onLost?: (lost: StreamLostError | StreamGapError, nextVersion: bigint, waitMs: number) => void
  /** Told of transactions that came again, from before the next version; they are dropped. */
  readonly onRepeated?: (transactions: number, nextVersion: bigint) => void
}
