import { MarketError, type MarketErrorOptions } from '@opal/domain/errors'

/** Reasons why a call got no regular response. */
export type ApiErrorCode =
  | 'unreachable' // no connection, or the time was over
  | 'unexpected-answer' // not the shape the contract promises
  | (string & {}) // a code of ERROR_STATUS, as the server said it

/** A call to the API failed. Decide by `code` and `retryable`. */
export class ApiError extends MarketError {
  override readonly code: ApiErrorCode
  override readonly retryable: boolean
  /** HTTP status; null when there was no answer. */
  readonly status: number | null
  /** Under which the call is found in the API's log; null when there was no answer. */
  readonly requestId: string | null

  constructor(
    code: ApiErrorCode,
    message: string,
    options: MarketErrorOptions & { status?: number; retryable?: boolean; requestId?: string | null } = {},
  ) {
    super(message, options)
    this.code = code
    this.status = options.status ?? null
    this.requestId = options.requestId ?? null
    this.retryable = options.retryable ?? false
  }
}

/** Says that an answer is none that the contract promises. */
export const UNREADABLE = 'The server gave an unreadable answer.'

/** Says what an HTTP status means where its answer does not, such as one of a load balancer in front of the API. */
export function statusSentence(status: number): string {
  if (status === 429) return 'Too many requests. Try again in a minute.'
  return status >= 500 ? 'The server had a problem.' : UNREADABLE
}
