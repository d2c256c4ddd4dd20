import { ApiError } from '@opal/contract/http/api-error'
import { expect, it } from 'vitest'
import { failureSentence } from './failure-sentence.ts'

// @feature items.failed
it.each([
  ['no connection', new ApiError('unreachable', 'Couldn’t reach the server.'), 'Couldn’t reach the server.'],
  ['a fault of the page', new Error('undefined is not a function'), 'Something went wrong.'],
  ['nothing', undefined, 'Something went wrong.'],
  [
    'an answer that is no JSON',
    new ApiError('unexpected-answer', 'The server gave an unreadable answer.', { status: 200 }),
    'The server gave an unreadable answer.',
  ],
  [
    'too many calls',
    new ApiError('rate-limited', 'Too many requests. Try again in 7 s.', { status: 429 }),
    'Too many requests. Try again in 7 s.',
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
