import { expect, test } from 'vitest'
import { hasAnswer } from './entity-tags.ts'

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a" , "c"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['"A"', false],
  ['w/"a"', false],
  ['"a', false],
  ['"'.repeat(100), false],
  ['', false],
  [undefined, false],
])('a client that names %s has the answer of the tag "a": %s', (header, has) => {
  expect(hasAnswer(header, '"a"')).toBe(has)
  expect(hasAnswer(header, 'W/"a"')).toBe(has)
})
