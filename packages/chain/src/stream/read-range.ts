import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@grpc/grpc-js'
import { StreamGapError, StreamLostError } from '../chain-errors.ts'
import { readCall } from './read-call.ts'
import type { StreamBatch, VersionRange } from './stream-batch.ts'
import type { StreamOptions } from './stream-options.ts'

/** So often in a row a jump is taken for a mishap of one connection, and the missing versions are asked for again. */
const GAPS_BEFORE_GIVING_UP = 3
const DEFAULT_BACK_OFF = { firstMs: 250, maxMs: 15_000 }

/**
 * All transactions of a range, in order, each once, by one call after the other: after a loss, and after a jump, the next
 * asks for the version that is missing. What comes again is dropped. Ends early, without an error, at the signal.
 *
 * @throws StreamGapError when the server jumps over the same versions again and again; WrongChainError, StreamRefusedError,
 * MalformedTransactionError at once.
 */
export async function* readRange(
  client: Client,
  options: StreamOptions,
  { from, to }: VersionRange,
): AsyncGenerator<StreamBatch, void, void> {
  const { firstMs, maxMs } = options.backOff ?? DEFAULT_BACK_OFF
  let next = from
  let waitMs = firstMs
  let gaps = 0
  while (!options.signal.aborted && next !== to) {
    try {
      for await (const batch of readCall(client, options, { from: next, to })) {
        waitMs = firstMs
        gaps = 0
        next += BigInt(batch.length)
        yield batch
      }
    } catch (error) {
      gaps += error instanceof StreamGapError ? 1 : 0
      if (!mayPass(error) || gaps >= GAPS_BEFORE_GIVING_UP) throw error
      if (options.signal.aborted) return
      options.onLost?.(error, next, waitMs)
      await wait(waitMs, undefined, { signal: options.signal }).catch(() => undefined)
      waitMs = Math.min(waitMs * 2, maxMs)
    }
  }
}

function mayPass(error: unknown): error is StreamLostError | StreamGapError {
  return error instanceof StreamLostError || error instanceof StreamGapError
}
