import { expect, test } from 'vitest'
import { errorCode } from './errors.ts'

test('returns the code of a caught error, and null of whatever else was thrown', () => {
  expect(errorCode(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe('ENOENT')
  for (const thrown of [new Error('plain'), { code: 7 }, 'ENOENT', null, undefined])
    expect(errorCode(thrown)).toBe(null)
})
