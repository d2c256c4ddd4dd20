import { ApiError } from '@opal/contract/http/api-error'
import { expect, it } from 'vitest'
import { failureSentence } from './failure-sentence.ts'

const NO_ANSWER = 'The server didn’t respond.'

// @feature items.failed
it.each([
  ['no connection', new ApiError('unreachable', 'The server could not be reached.'), NO_ANSWER],
  ['something else', new Error('a fault'), NO_ANSWER],
  ['nothing', undefined, NO_ANSWER],
  [
    'an answer that is no JSON',
    new ApiError('unexpected-answer', 'The server answered with status 200.', { status: 200 }),
    'The server gave an unreadable answer.',
  ],
  [
    'too many calls',
    new ApiError('rate-limited', 'Too many requests. Try again in 7 s.', { status: 429 }),
    'Too many requests. Try again in 7 s.',
  ],
  [
    'too many calls, by a load balancer',
    new ApiError('unexpected-answer', 'The server answered with status 429.', { status: 429 }),
    'Too many requests. Try again in a minute.',
  ],
  [
    'too many calls, without a time',
    new ApiError('rate-limited', 'Too many requests.', { status: 429 }),
    'Too many requests. Try again in a minute.',
  ],
  ['a busy server', new ApiError('busy', 'The server is busy.', { status: 503 }), 'The server is busy.'],
])('says why a call failed: %s', (_, error, sentence) => {
  expect(failureSentence(error)).toBe(sentence)
})
