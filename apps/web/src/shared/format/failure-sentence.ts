import { ApiError } from '@opal/contract/http/api-error'

const TOO_MANY = 429
const SAYS_WHEN = /try again/i

/** Says why a call got no regular answer; of too many, when to ask again. */
export function failureSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === null) return 'The server didn’t respond.'
  // A load balancer in front of the API says less than the API.
  if (error.status === TOO_MANY && !SAYS_WHEN.test(error.message)) return 'Too many requests. Try again in a minute.'
  return error.code === 'unexpected-answer' ? 'The server gave an unreadable answer.' : error.message
}
