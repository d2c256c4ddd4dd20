import { expect, test } from 'vitest'
import { stagesOf } from './run-vitest.ts'
import { closingLine, sumTallies } from './tally.ts'
import type { FileReport } from './test-report.ts'

const file = (part: string, passed: number, failed: number): FileReport => ({
  path: 'a.test.ts',
  part,
  seconds: 1,
  importSeconds: 0.5,
  passed,
  failed,
  skipped: 0,
  failures: [],
})
const secondsOfParts = { unit: 20, store: 10 }

test('counts the tests of each part, and what went wrong outside of them', () => {
  const files = [file('unit', 7, 1), file('unit', 0, 1), file('store', 3, 0)]
  expect(stagesOf(['unit', 'store'], { files, secondsOfParts, errors: ['a promise was rejected'] }, 1)).toEqual([
    { title: 'unit', seconds: 20, tally: { passed: 7, failed: 3 } },
    { title: 'PostgreSQL', seconds: 10, tally: { passed: 3, failed: 0 } },
  ])
})

test('a run that broke down is a failure even when every test passed', () => {
  const [whole] = stagesOf(['unit'], { files: [file('unit', 7, 0)], secondsOfParts, errors: [] }, 1)
  expect(whole?.tally).toEqual({ passed: 7, failed: 1 })
  expect(stagesOf(['e2e'], null, null)).toEqual([{ title: 'browser', seconds: 0, tally: { passed: 0, failed: 1 } }])
  const [fine] = stagesOf(['unit'], { files: [file('unit', 7, 0)], secondsOfParts, errors: [] }, 0)
  expect(fine?.tally).toEqual({ passed: 7, failed: 0 })
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
