import { setTimeout as wait } from 'node:timers/promises'
import { type Client, type ServiceError, status } from '@grpc/grpc-js'
import { StreamGapError, StreamLostError, StreamRefusedError, WrongChainError } from '../chain-errors.ts'
import { createStreamClient, openCall } from './open-call.ts'
import { readWithDeadline } from './read-with-deadline.ts'
import { type RawTransaction, splitResponse } from './split-response.ts'
import type { StreamOptions } from './stream-options.ts'

/** What one message of the stream held: consecutive transactions, at least one. */
export type StreamBatch = readonly [RawTransaction, ...RawTransaction[]]

const DEFAULT_SILENCE_MS = 60_000
/** So often in a row a jump is taken for a mishap of one connection, and the missing versions are asked for again. */
const GAPS_BEFORE_GIVING_UP = 3
const DEFAULT_BACK_OFF = { firstMs: 250, maxMs: 15_000 }
/** Statuses that the same request would meet again. */
const REFUSALS: ReadonlySet<number> = new Set([
  status.INVALID_ARGUMENT,
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.UNIMPLEMENTED,
  status.OUT_OF_RANGE,
])

/**
 * All transactions from a version on, in order, each once, without end. Pulls at the consumer's pace and reconnects by
 * itself with the next version: after a loss, and after a jump, such as a batch out of order leaves. What comes again is
 * dropped.
 *
 * @throws StreamGapError when the server jumps over the same versions again and again; WrongChainError, StreamRefusedError,
 * MalformedTransactionError at once.
 */
export async function* streamTransactions(options: StreamOptions): AsyncGenerator<StreamBatch, void, void> {
  const { firstMs, maxMs } = options.backOff ?? DEFAULT_BACK_OFF
  const client = createStreamClient(options)
  let nextVersion = options.fromVersion
  let waitMs = firstMs
  let gaps = 0
  try {
    while (!options.signal.aborted) {
      try {
        for await (const batch of oneConnection(client, options, nextVersion)) {
          waitMs = firstMs
          gaps = 0
          nextVersion += BigInt(batch.length)
          yield batch
        }
      } catch (error) {
        gaps += error instanceof StreamGapError ? 1 : 0
        if (!mayPass(error) || gaps >= GAPS_BEFORE_GIVING_UP) throw error
        if (options.signal.aborted) return
        options.onLost?.(error, nextVersion, waitMs)
        await wait(waitMs, undefined, { signal: options.signal }).catch(() => undefined)
        waitMs = Math.min(waitMs * 2, maxMs)
      }
    }
  } finally {
    client.close()
  }
}

function mayPass(error: unknown): error is StreamLostError | StreamGapError {
  return error instanceof StreamLostError || error instanceof StreamGapError
}

/** One connection until it is lost. @throws StreamLostError at its end, always, unless we end it. */
async function* oneConnection(
  client: Client,
  options: StreamOptions,
  fromVersion: bigint,
): AsyncGenerator<StreamBatch, void, void> {
  const call = openCall(client, options, fromVersion)
  const cancel = () => call.cancel()
  options.signal.addEventListener('abort', cancel, { once: true })
  // After we cancel, the call still reports it as an error; nobody is listening by then.
  call.on('error', () => undefined)
  const messages: AsyncIterator<Buffer> = call[Symbol.asyncIterator]()
  let nextVersion = fromVersion
  try {
    while (true) {
      const read = await readWithDeadline(messages, options.silenceMs ?? DEFAULT_SILENCE_MS)
      if (read.kind !== 'message') throw new StreamLostError(options.address, lossOf(read.kind))
      const batch = checkedBatch(read.message, options, nextVersion)
      if (batch === null) continue
      nextVersion += BigInt(batch.length)
      yield batch
    }
  } catch (error) {
    throw typedError(error, options.address)
  } finally {
    options.signal.removeEventListener('abort', cancel)
    call.cancel()
  }
}

function lossOf(kind: 'end' | 'silent'): string {
  return kind === 'end' ? 'the server ended it' : 'the server fell silent'
}

/** Splits a response and holds it against what must come next. @returns null for a response with nothing new. */
function checkedBatch(response: Buffer, options: StreamOptions, nextVersion: bigint): StreamBatch | null {
  const { chainId, transactions } = splitResponse(response)
  if (chainId !== null && chainId !== BigInt(options.chainId)) throw new WrongChainError(options.chainId, chainId)
  let expected = nextVersion
  const fresh = transactions.filter(({ version }) => {
    if (version > expected) throw new StreamGapError(expected, version)
    if (version < expected) return false
    expected += 1n
    return true
  })
  const repeated = transactions.length - fresh.length
  if (repeated > 0) options.onRepeated?.(repeated, nextVersion)
  const [first, ...rest] = fresh
  return first === undefined ? null : [first, ...rest]
}

function typedError(error: unknown, address: string): unknown {
  if (!isServiceError(error)) return error
  const name = status[error.code] ?? String(error.code)
  if (REFUSALS.has(error.code)) return new StreamRefusedError(address, name, error.details)
  return new StreamLostError(address, `${name}: ${error.details}`, error)
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'details' in error
}
