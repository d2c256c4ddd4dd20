/** Options every {@link MarketError} takes beside its message. */
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
  /** May the same call succeed later without a change by the caller? */
  readonly retryable: boolean = false
  readonly details: Readonly<Record<string, string | number | boolean | null>>

  constructor(message: string, options: MarketErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.details = options.details ?? {}
  }
}
