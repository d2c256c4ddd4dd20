import type { Client } from '@grpc/grpc-js'
import { Backoff, pause } from '@opal/domain/backoff'
import { StreamGapError, StreamLostError } from '../chain-errors.ts'
import { DEFAULT_BACKOFF } from './open-call.ts'
import { readCall } from './read-call.ts'
import type { StreamBatch, StreamOptions, VersionRange } from './stream-options.ts'

/** Gaps in a row before the error is raised; until then the missing versions are requested again. */
const GAPS_BEFORE_GIVING_UP = 3
/** Longest pause after a server has refused a call because it is overloaded. */
const OVERLOADED_MAX_MS = 15_000

/**
 * Yields all transactions of a range in order, each once. After a lost call or a gap, the next call starts at the first missing
 * version; duplicates are dropped. Ends without an error when the signal aborts.
 *
 * Pauses after a loss stay short and start over once a call is accepted, so that a trade becomes visible soon after the server is
 * back. Silence at the head is not a loss: the next call follows immediately.
 *
 * @throws StreamGapError when the server skips the same versions repeatedly; WrongChainError, StreamRefusedError,
 * MalformedTransactionError without a retry.
 */
export async function* readRange(
  client: Client,
  options: StreamOptions,
  { from, to }: VersionRange,
): AsyncGenerator<StreamBatch, void, void> {
  const limits = options.backoff ?? DEFAULT_BACKOFF
  const backoff = new Backoff({ ...limits, maxMs: OVERLOADED_MAX_MS })
  let next = from
  let gaps = 0
  const onAccepted = (): void => {
    backoff.reset()
    options.onAccepted?.()
  }
  while (!options.signal.aborted && next !== to) {
    try {
      for await (const batch of readCall(client, options, { from: next, to }, onAccepted)) {
        gaps = 0
        next += BigInt(batch.length)
        yield batch
      }
    } catch (error) {
      gaps += error instanceof StreamGapError ? 1 : 0
      if (!mayPass(error) || gaps >= GAPS_BEFORE_GIVING_UP) throw error
      if (options.signal.aborted) return
      const waitMs = backoff.next(isOverload(error) ? OVERLOADED_MAX_MS : limits.maxMs)
      options.onLost?.(error, next, waitMs)
      await pause(waitMs, options.signal)
    }
  }
}

function isOverload(error: StreamLostError | StreamGapError): boolean {
  return error instanceof StreamLostError && error.overloaded
}

function mayPass(error: unknown): error is StreamLostError | StreamGapError {
  return error instanceof StreamLostError || error instanceof StreamGapError
}
