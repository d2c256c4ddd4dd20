import { type Client, type ServiceError, status } from '@grpc/grpc-js'
import { StreamGapError, StreamLostError, StreamRefusedError, WrongChainError } from '../chain-errors.ts'
import { OneByOne } from './one-by-one.ts'
import { openCall } from './open-call.ts'
import { readWithDeadline } from './read-with-deadline.ts'
import { splitResponse } from './split-response.ts'
import type { StreamBatch, VersionRange } from './stream-batch.ts'
import type { StreamOptions } from './stream-options.ts'

const DEFAULT_SILENCE_MS = 60_000
/** Statuses that the same request would meet again. */
const REFUSALS: ReadonlySet<number> = new Set([
  status.INVALID_ARGUMENT,
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.UNIMPLEMENTED,
  status.OUT_OF_RANGE,
])

/**
 * Reads one call until it is lost, or until its range has come whole. A call at the head also returns after a silence: either
 * nothing happens on the chain, or the call should be made again.
 * @param onAccepted called once the server took the call.
 * @throws StreamLostError when it ends before, always, unless we end it; StreamGapError, WrongChainError,
 * StreamRefusedError, MalformedTransactionError.
 */
export async function* readCall(
  client: Client,
  options: StreamOptions,
  range: VersionRange,
  onAccepted: () => void,
): AsyncGenerator<StreamBatch, void, void> {
  // At the head nothing waits for its turn, and what is read ahead helps.
  const oneByOne = range.to === null ? null : new OneByOne()
  const call = openCall(client, options, range, oneByOne === null ? [] : [oneByOne.interceptor])
  call.once('metadata', onAccepted)
  const cancel = () => call.cancel()
  options.signal.addEventListener('abort', cancel, { once: true })
  const messages: AsyncIterator<Buffer> = call[Symbol.asyncIterator]()
  let next = range.from
  try {
    while (next !== range.to) {
      oneByOne?.ask()
      const read = await readWithDeadline(messages, options.silenceMs ?? DEFAULT_SILENCE_MS)
      if (read.kind === 'silent') options.onSilent?.()
      if (read.kind === 'silent' && range.to === null) return
      if (read.kind !== 'message') throw new StreamLostError(options.address, lossOf(read.kind))
      const batch = checkedBatch(read.message, options, { from: next, to: range.to })
      if (batch === null) continue
      next += BigInt(batch.length)
      yield batch
    }
  } catch (error) {
    throw typedError(error, options.address)
  } finally {
    options.signal.removeEventListener('abort', cancel)
    oneByOne?.open()
    call.cancel()
  }
}

function lossOf(kind: 'end' | 'silent'): string {
  return kind === 'end' ? 'the server ended it' : 'the server fell silent'
}

/** Splits a response and holds it against what must come next. @returns null for a response with nothing new. */
function checkedBatch(response: Buffer, options: StreamOptions, { from, to }: VersionRange): StreamBatch | null {
  const { chainId, transactions } = splitResponse(response)
  if (chainId !== null && chainId !== BigInt(options.chainId)) throw new WrongChainError(options.chainId, chainId)
  let expected = from
  let repeated = 0
  const fresh = transactions.filter(({ version }) => {
    // A server may round up what it was asked for: the rest is another call's.
    if (expected === to) return false
    if (version > expected) throw new StreamGapError(expected, version)
    if (version < expected) {
      repeated += 1
      return false
    }
    expected += 1n
    return true
  })
  if (repeated > 0) options.onRepeated?.(repeated, from)
  const [first, ...rest] = fresh
  return first === undefined ? null : [first, ...rest]
}

function typedError(error: unknown, address: string): unknown {
  if (!isServiceError(error)) return error
  const name = status[error.code] ?? String(error.code)
  if (REFUSALS.has(error.code)) return new StreamRefusedError(address, name, error.details)
  const overloaded = error.code === status.RESOURCE_EXHAUSTED
  return new StreamLostError(address, `${name}: ${error.details}`, { cause: error, overloaded })
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'details' in error
}
