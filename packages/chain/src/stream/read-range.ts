import type { Client } from '@grpc/grpc-js'
import { StreamGapError, StreamLostError } from '../chain-errors.ts'
import { DEFAULT_BACK_OFF } from './open-call.ts'
import { readCall } from './read-call.ts'
import type { StreamBatch, VersionRange } from './stream-batch.ts'
import type { StreamOptions } from './stream-options.ts'

/** So often in a row a jump is taken for a mishap of one connection, and the missing versions are asked for again. */
const GAPS_BEFORE_GIVING_UP = 3
/** The longest pause before a server is asked again that said it is asked too much. */
const OVERLOADED_MAX_MS = 15_000

/**
 * Yields all transactions of a range, in order, each once, by one call after the other: after a loss, and after a jump, the
 * next asks for the version that is missing. What comes again is dropped. Ends early, without an error, at the signal.
 *
 * The pause after a loss stays short, and starts over once a call was accepted: whoever waits for a trade must see it soon
 * after the server is back. Silence at the head is no loss and asks again at once: on an idle chain nothing happens.
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
  const onAccepted = (): void => {
    waitMs = firstMs
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
      options.onLost?.(error, next, waitMs)
      await pause(waitMs, options.signal)
      waitMs = Math.min(waitMs * 2, isOverload(error) ? OVERLOADED_MAX_MS : maxMs)
    }
  }
}

function isOverload(error: StreamLostError | StreamGapError): boolean {
  return error instanceof StreamLostError && error.overloaded
}

/** Resolves after a time, or at the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}

function mayPass(error: unknown): error is StreamLostError | StreamGapError {
  return error instanceof StreamLostError || error instanceof StreamGapError
}
