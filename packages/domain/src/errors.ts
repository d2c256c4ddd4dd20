/** Options that every {@link MarketError} takes in addition to its message. */
export interface MarketErrorOptions {
  cause?: unknown
  /** Facts a program may read (ids, versions, octas as decimal strings). Never prose. */
  details?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Base of every error Opal raises on purpose.
 *
 * Callers decide by `code` and `retryable`, never by the message.
 * Each code has a heading in `docs/reference/errors.md`.
 */
export abstract class MarketError extends Error {
  /** Stable, kebab-case. */
  abstract readonly code: string
  /** Whether the same call may succeed later without a change by the caller. */
  readonly retryable: boolean = false
  readonly details: Readonly<Record<string, string | number | boolean | null>>

  constructor(message: string, options: MarketErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.details = options.details ?? {}
  }
}

/** Text that should be an Aptos address is not one. */
export class InvalidAddressError extends MarketError {
  override readonly code = 'invalid-address'
  constructor(text: string) {
    super(`"${text.slice(0, 80)}" is not an Aptos address: expected 0x and 1 to 64 hex digits.`)
  }
}

/** An amount is not a whole, non-negative number of octas within u64. */
export class InvalidAmountError extends MarketError {
  override readonly code = 'invalid-amount'
  constructor(text: string) {
    super(`"${text.slice(0, 80)}" is not an amount: expected a whole number of octas from 0 to 2^64-1.`)
  }
}

/** A marketplace cannot do what was asked (its adapter has no builder for it). */
export class NotOfferedError extends MarketError {
  override readonly code = 'not-offered'
  constructor(marketplace: string, action: string, sentence?: string) {
    super(sentence ?? `${marketplace} does not offer "${action}".`, { details: { marketplace, action } })
  }
}

/**
 * A known event or resource does not have the fields we rely on.
 * The indexer stops the marketplace named here, and no other.
 */
export class DecodeError extends MarketError {
  override readonly code = 'decode-failed'
  /** Marketplace id, or `chain` for framework types. */
  readonly origin: string
  /** Full Move type of the event or resource. */
  readonly type: string
  /** Path of the field inside the data, e.g. `token_metadata.creator_address`. */
  readonly path: string

  constructor(origin: string, type: string, path: string, options: { cause?: unknown } = {}) {
    super(`Cannot decode ${type} of ${origin}: field ${path} is missing or malformed.`, {
      ...options,
      details: { origin, type, path },
    })
    this.origin = origin
    this.type = type
    this.path = path
  }
}

/**
 * Returns the code that a caught error carries: of the system (`ENOENT`), of PostgreSQL (`57014`), or of ours
 * (`collection-not-found`). Null where it carries none.
 */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** Returns the message of what was caught; of what is no error, its text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
