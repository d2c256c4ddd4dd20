import { MarketError } from './base.ts'

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
