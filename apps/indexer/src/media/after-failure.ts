import { HostRefusedError } from '@opal/chain/web/public-hosts'
import { MetadataError } from './media-errors.ts'

const MAX_ATTEMPTS = 6
const FIRST_RETRY_SECONDS = 5

/** What to do about what could not be had. */
export interface AfterFailure {
  readonly status: 'pending' | 'failed'
  readonly error: string
  readonly retryAfterSeconds: number
}

/**
 * Tried again after 5, 20, 80 … seconds while it may pass, six times in all; later where the host asked for more.
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
  if (error instanceof HostRefusedError) return false
  return !(error instanceof MetadataError) || error.retryable
}
