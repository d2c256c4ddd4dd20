import { MarketError } from '@opal/domain/errors'

/** SQLSTATE of a statement that ran out of time. */
export const QUERY_CANCELLED = '57014'

/** A question took longer than it may: usually a hostile or very broad search pattern. */
export class QueryTooSlowError extends MarketError {
  override readonly code = 'overloaded'
  override readonly retryable = true
  /** @param limitMs how long it might take; null where the connection's own limit cut it off. */
  constructor(limitMs: number | null, options: { cause?: unknown } = {}) {
    super('This search takes too long. Make it narrower.', { ...options, details: { limitMs } })
  }
}
