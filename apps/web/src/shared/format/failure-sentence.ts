import { ApiError } from '@opal/contract/http/api-error'

/** Says why a call got no regular answer; of too many, when to ask again as far as the server said so. */
export function failureSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === null) return 'The server didn’t respond.'
  return error.code === 'unexpected-answer' ? 'The server gave an unreadable answer.' : error.message
}
