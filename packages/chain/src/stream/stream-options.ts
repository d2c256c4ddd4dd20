import type { BackoffLimits } from '@opal/domain/backoff'
import type { StreamGapError, StreamLostError } from '../chain-errors.ts'
import type { RawTransaction } from './split-response.ts'

/** Content of one message of the stream: consecutive transactions, at least one. */
export type StreamBatch = readonly [RawTransaction, ...RawTransaction[]]

/** Consecutive versions. */
export interface VersionRange {
  readonly from: bigint
  /** The first version that is not of it; null: it has no end. */
  readonly to: bigint | null
}

/** Connection and start of the stream. */
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
  /** Time without a message after which the call is repeated, milliseconds. Default 60 s. */
  readonly silenceMs?: number
  /**
   * Pause before a reconnection, doubled each time up to the limit; an accepted call starts it over. Default 250 ms to 1 s. A
   * server that says it is asked too much gets up to 15 s.
   */
  readonly backoff?: BackoffLimits
  /** Called before each wait; for logs and metrics. */
  readonly onLost?: (lost: StreamLostError | StreamGapError, nextVersion: bigint, waitMs: number) => void
  /** Called when the server has taken a call. */
  readonly onAccepted?: () => void
  /** Called when nothing came for the silence that is allowed, and before the stream is asked again. */
  readonly onSilent?: () => void
  /** Called with transactions that came again, from before the next version; they are dropped. */
  readonly onRepeated?: (transactions: number, nextVersion: bigint) => void
}
