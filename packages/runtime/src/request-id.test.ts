import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

// @feature operate.request-ids
test('any id that a log and a header may hold is used, and any other is replaced', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/)
  fc.assert(fc.property(id, (given) => requestIdOf({ [REQUEST_ID_HEADER]: given }) === given))
  const others = fc
    .string({ unit: 'binary', maxLength: 200, size: 'max' })
    .filter((text) => !/^[\w.-]{1,64}$/.test(text))
  fc.assert(fc.property(others, (given) => UUID.test(requestIdOf({ [REQUEST_ID_HEADER]: given }))))
  for (const none of [{}, { [REQUEST_ID_HEADER]: ['a', 'b'] as never }]) expect(requestIdOf(none)).toMatch(UUID)
  expect(requestIdOf({})).not.toBe(requestIdOf({}))
})
