import { type Client, InterceptingCall, type Interceptor, type ServiceError, status } from '@grpc/grpc-js'
import { StreamGapError, StreamLostError, StreamRefusedError, WrongChainError } from '../chain-errors.ts'
import { openCall } from './open-call.ts'
import { splitResponse } from './split-response.ts'
import type { StreamBatch, StreamOptions, VersionRange } from './stream-options.ts'

/**
 * Delivers the messages of a call one at a time, as they are requested. By itself a call reads sixteen messages
 * ahead, whatever their size: for a call that waits for its turn they would be uncounted memory.
 */
class MessageGate {
  #asked = 0
  #held: (() => void) | null = null

  readonly interceptor: Interceptor = (options, nextCall) =>
    new InterceptingCall(nextCall(options), {
      start: (metadata, _listener, next) => {
        next(metadata, { onReceiveMessage: (message, pass) => this.#arrive(() => pass(message)) })
      },
    })

  /** Passes the next message on, now or when it arrives. */
  ask(): void {
    this.#asked += 1
    this.#pass()
  }

  /** Passes everything on: a call reports its end only behind its messages. */
  open(): void {
    this.#asked = Number.POSITIVE_INFINITY
    this.#pass()
  }

  #arrive(pass: () => void): void {
    this.#held = pass
    this.#pass()
  }

  #pass(): void {
    const held = this.#held
    if (held === null || this.#asked === 0) return
    this.#asked -= 1
    this.#held = null
    held()
  }
}

/** Result of reading one message of a call. */
export type Read<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'end' }
  | { readonly kind: 'silent' }

/**
 * Takes the next message, or gives up after `silenceMs` without one. The clock runs only while we wait, so a
 * consumer that is slow to come back is not mistaken for a silent server.
 */
async function readWithDeadline<Message>(messages: AsyncIterator<Message>, silenceMs: number): Promise<Read<Message>> {
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<Read<Message>>((resolve) => {
    timer = setTimeout(resolve, silenceMs, { kind: 'silent' })
  })
  try {
    return await Promise.race([nextMessage(messages), silent])
  } finally {
    clearTimeout(timer)
  }
}

async function nextMessage<Message>(messages: AsyncIterator<Message>): Promise<Read<Message>> {
  const { done, value } = await messages.next()
  return done ? { kind: 'end' } : { kind: 'message', message: value }
}

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
 * @throws StreamLostError when the call ends before that, unless we cancelled it; StreamGapError, WrongChainError,
 * StreamRefusedError, MalformedTransactionError.
 */
export async function* readCall(
  client: Client,
  options: StreamOptions,
  range: VersionRange,
  onAccepted: () => void,
): AsyncGenerator<StreamBatch, void, void> {
  // At the head messages are used at once, and reading ahead helps.
  const gate = range.to === null ? null : new MessageGate()
  const call = openCall(client, options, range, gate === null ? [] : [gate.interceptor])
  call.once('metadata', onAccepted)
  const cancel = () => call.cancel()
  options.signal.addEventListener('abort', cancel, { once: true })
  const messages: AsyncIterator<Buffer> = call[Symbol.asyncIterator]()
  let next = range.from
  try {
    while (next !== range.to) {
      gate?.ask()
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
    gate?.open()
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
    // A server may send more than was requested: another call reads the rest.
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
