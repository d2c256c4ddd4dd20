import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFailureArtifacts } from './failure-artifacts.ts'
import { createStageClock } from './stages.ts'
import { summaryLines } from './summary-lines.ts'
import type { FileReport } from './test-report.ts'

const file = (path: string, seconds: number, given: Partial<FileReport> = {}): FileReport => ({
  path,
  part: 'unit',
  seconds,
  importSeconds: 0.5,
  passed: 3,
  failed: 0,
  skipped: 0,
  failures: [],
  ...given,
})

test('the twenty slowest files come slowest first, then the stages and everything', async () => {
  let now = 0
  const clock = createStageClock(() => now)
  await clock.time('checks', async () => {
    now += 4_000
    return { passed: 6, failed: 0 }
  })
  clock.add({ title: 'unit', seconds: 90, tally: { passed: 30, failed: 1 } })
  clock.addFiles(Array.from({ length: 25 }, (_, index) => file(`a/${index}.test.ts`, index)))
  now += 96_000
  const summary = clock.summary()
  expect(summary).toMatchObject({ passed: 36, failed: 1, seconds: 100 })
  const lines = summaryLines(summary, [])
  expect(lines[0]).toBe('The slowest of 25 test files:')
  expect(lines[1]).toBe('    24.0 s,    0.5 s to import    3 tests  a/24.test.ts')
  expect(lines[20]).toContain('a/5.test.ts')
  expect(lines.slice(21)).toEqual([
    'Stages, some of them in parallel:',
    '     4.0 s  checks       6 passed, 0 failed',
    '    90.0 s  unit         30 passed, 1 failed',
    '   100.0 s  everything',
  ])
})

test('failures come first, with their artifacts', () => {
  const failures = [{ name: 'a page > is there', reason: 'expected 1 to be 2' }]
  const clock = createStageClock(() => 0)
  clock.addFiles([file('e2e/a.e2e.test.ts', 9, { failed: 1, failures })])
  const artifact = { test: 'a page > is there', folder: 'artifacts/e2e/a-page', reason: 'expected 1 to be 2' }
  expect(summaryLines(clock.summary(), [artifact]).slice(0, 4)).toEqual([
    'Failed in e2e/a.e2e.test.ts (again: npm test -- e2e/a.e2e.test.ts)',
    '    a page > is there: expected 1 to be 2',
    'Look at artifacts/e2e/a-page',
    '    a page > is there: expected 1 to be 2',
  ])
})

test('artifacts are read line by line; what was cut off is passed over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'opal-artifacts-'))
  try {
    const path = join(folder, 'failures.jsonl')
    expect(readFailureArtifacts(path)).toEqual([])
    const line = { test: 'a', folder: 'b', reason: 'c' }
    writeFileSync(path, `${JSON.stringify(line)}\n{"test": "cut o`)
    expect(readFailureArtifacts(path)).toEqual([line])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
