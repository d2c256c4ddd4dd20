import { expect, test } from 'vitest'
import { readClosingLine } from './run-contracts.ts'

test('counts what the contracts close with', () => {
  expect(readClosingLine('PASS a\nFAIL b\n1 passed, 1 failed\n', 1)).toEqual({ passed: 1, failed: 1 })
})

test('a run that broke down is a failure, a machine without a compiler is not', () => {
  expect(readClosingLine('PASS a\n', null)).toEqual({ passed: 0, failed: 1 })
  expect(readClosingLine('3 passed, 0 failed\n', 134)).toEqual({ passed: 3, failed: 1 })
  expect(readClosingLine('There is no Move compiler for freebsd-x64.\n', 0)).toEqual({ passed: 0, failed: 0 })
})
