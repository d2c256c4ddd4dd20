import { ApiError } from '@opal/contract/http/api-error'

/** Status of a rate-limited request. */
export const TOO_MANY_REQUESTS = 429
const SAYS_WHEN = /try again/i

/** Says why a call failed; of too many, when to ask again. */
export function failureSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong.'
  if (error.status !== TOO_MANY_REQUESTS || SAYS_WHEN.test(error.message)) return error.message
  return 'Too many requests. Try again in a minute.'
}
