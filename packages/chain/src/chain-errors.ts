import { MarketError } from '@opal/domain/errors'

/** The stream skipped versions: going on would lose transactions for good. They are asked for again, a few times. */
export class StreamGapError extends MarketError {
  override readonly code = 'stream-gap'
  constructor(expected: bigint, received: bigint) {
    super(`The transaction stream jumped: expected version ${expected}, received ${received}.`, {
      details: { expected: String(expected), received: String(received) },
    })
  }
}

/** The stream belongs to another network than the one configured. */
export class WrongChainError extends MarketError {
  override readonly code = 'wrong-chain'
  constructor(expected: number, received: bigint) {
    super(`The transaction stream is of chain ${received}, but this network is chain ${expected}.`, {
      details: { expected, received: String(received) },
    })
  }
}

/** The stream's server refused us (key, argument, service): trying again would not help. */
export class StreamRefusedError extends MarketError {
  override readonly code = 'stream-refused'
  constructor(address: string, status: string, reason: string) {
    super(`The transaction stream at ${address} refused: ${status} (${reason}).`, { details: { address, status } })
  }
}

/** The connection to the stream was lost; the client reconnects by itself. */
export class StreamLostError extends MarketError {
  override readonly code = 'stream-lost'
  override readonly retryable = true
  /** The server said that it is asked too much, so it is asked again later than after another loss. */
  readonly overloaded: boolean
  constructor(
    address: string,
    reason: string,
    { cause, overloaded = false }: { cause?: unknown; overloaded?: boolean } = {},
  ) {
    super(`The transaction stream at ${address} was lost: ${reason}.`, { cause, details: { address } })
    this.overloaded = overloaded
  }
}

/** Bytes that should be a transaction are not. */
export class MalformedTransactionError extends MarketError {
  override readonly code = 'malformed-transaction'
  /** Part of a sentence. */
  readonly reason: string
  constructor(reason: string, { cause, version }: { cause?: unknown; version?: bigint } = {}) {
    const what = version === undefined ? 'A transaction' : `Transaction ${version}`
    super(`${what} of the stream cannot be read: ${reason}.`, {
      cause,
      details: version === undefined ? {} : { version: String(version) },
    })
    this.reason = reason
  }
}
