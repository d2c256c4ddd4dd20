import { expect, test } from 'vitest'
import { count } from './run-vitest.ts'
import { closingLine, sumTallies } from './tally.ts'

const fine = { status: 'passed', assertionResults: [{}] }

test('counts tests, and a file that could not be loaded as one failure', () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [fine, { status: 'failed', assertionResults: [] }],
  }
  expect(count(report, 1)).toEqual({ passed: 7, failed: 2 })
})

test('a run that broke down is a failure even when every test passed', () => {
  expect(count({ numPassedTests: 7, numFailedTests: 0, testResults: [fine] }, 1)).toEqual({ passed: 7, failed: 1 })
  expect(count(null, null)).toEqual({ passed: 0, failed: 1 })
})

test('closes with one line for all parts', () => {
  expect(
    closingLine(
      sumTallies([
        { passed: 2, failed: 0 },
        { passed: 3, failed: 1 },
      ]),
    ),
  ).toBe('5 passed, 1 failed')
})
