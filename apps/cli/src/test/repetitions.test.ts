import { expect, test } from 'vitest'
import { repetitionsOf, repetitionTable } from './repetitions.ts'
import type { FileReport } from './test-report.ts'

const file = (path: string, seconds: number, failed = 0): FileReport => ({
  path,
  part: 'unit',
  seconds,
  importSeconds: 0,
  passed: 1,
  failed,
  skipped: 0,
  failures: [],
})

test('counts the rounds a file passed and failed in, failures first, then the slowest', () => {
  const repetitions = repetitionsOf([
    [file('quick', 1), file('slow', 9), file('shaky', 2)],
    [file('quick', 2), file('slow', 7), file('shaky', 5, 3)],
    [file('quick', 4), file('slow', 8), file('shaky', 3)],
  ])
  expect(repetitions).toEqual([
    { path: 'shaky', passes: 2, fails: 1, seconds: { least: 2, median: 3, most: 5 } },
    { path: 'slow', passes: 3, fails: 0, seconds: { least: 7, median: 8, most: 9 } },
    { path: 'quick', passes: 3, fails: 0, seconds: { least: 1, median: 2, most: 4 } },
  ])
  expect(repetitionTable(repetitions)).toMatch(/shaky +│ 2 +│ 1 +│ 2\.0 +│ 3\.0 +│ 5\.0/)
})
