import { MarketError } from '@opal/domain/errors/base'

/** Metadata that cannot be had from where it says it is. `retryable` tells whether a later attempt may fare better. */
export class MetadataError extends MarketError {
  override readonly code = 'metadata-unavailable'
  override readonly retryable: boolean
  constructor(reason: string, retryable: boolean, cause?: unknown) {
    super(reason, { cause })
    this.retryable = retryable
  }
}
