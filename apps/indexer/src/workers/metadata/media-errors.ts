import { MarketError } from '@opal/domain/errors'

/** Metadata is unavailable at its address. `retryable`: a later attempt may succeed. */
export class MetadataError extends MarketError {
  override readonly code = 'metadata-unavailable'
  override readonly retryable: boolean
  /** Retry delay that the host asked for; null without one. */
  readonly retryAfterSeconds: number | null
  constructor(reason: string, retryable: boolean, retryAfterSeconds: number | null = null) {
    super(reason)
    this.retryable = retryable
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The last one is more than seven hours after the first: this machine's network, or everyone's gateway, may be away for as long. */
const MAX_ATTEMPTS = 8
const FIRST_RETRY_SECONDS = 5

/** Retry decision for a failed fetch. */
export interface AfterFailure {
  readonly status: 'pending' | 'failed'
  readonly error: string
  readonly retryAfterSeconds: number
}

/**
 * Returns the next attempt: after 5, 20, 80 … seconds while the error may pass, eight times in all; later where the
 * host asked for more.
 */
export function afterFailure(attempts: number, error: unknown): AfterFailure {
  const isLast = attempts + 1 >= MAX_ATTEMPTS
  return {
    status: mayPass(error) && !isLast ? 'pending' : 'failed',
    error: error instanceof Error ? error.message.slice(0, 500) : 'failed',
    retryAfterSeconds: Math.max(FIRST_RETRY_SECONDS * 4 ** Math.min(attempts, MAX_ATTEMPTS), askedFor(error)),
  }
}

function askedFor(error: unknown): number {
  return error instanceof MetadataError ? (error.retryAfterSeconds ?? 0) : 0
}

function mayPass(error: unknown): boolean {
  return !(error instanceof MarketError) || error.retryable
}
