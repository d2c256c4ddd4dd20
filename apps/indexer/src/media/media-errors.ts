import { MarketError } from '@opal/domain/errors'

/** Metadata that cannot be had from where it says it is. `retryable` tells whether a later attempt may fare better. */
export class MetadataError extends MarketError {
  override readonly code = 'metadata-unavailable'
  override readonly retryable: boolean
  /** How long the host asked to be left alone; null when it did not say. */
  readonly retryAfterSeconds: number | null
  constructor(reason: string, retryable: boolean, retryAfterSeconds: number | null = null) {
    super(reason)
    this.retryable = retryable
    this.retryAfterSeconds = retryAfterSeconds
  }
}
