import { expect, it } from 'vitest'
import { createTruthLog } from './truth-log.ts'

const seen = (value: string, atMs: number) => ({ page: 'p', fact: 'f', value, atMs })

it('measures the delay of a shown value from the change in the store', () => {
  const log = createTruthLog()
  log.record(new Map([['f', 'old']]), 10_000, 10_010)
  log.record(new Map([['f', 'old']]), 18_500, 18_510)
  log.record(new Map([['f', 'new']]), 20_000, 20_010)
  expect(log.judge(seen('old', 20_005))).toBeNull()
  expect(log.judge(seen('old', 21_010))?.lateMs).toBe(1_000)
  expect(log.judge(seen('new', 19_000))).toBeNull()
  expect(log.judge(seen('invented', 20_020))).toBeNull()
  expect(log.judge(seen('invented', 23_020))).toMatchObject({ lateMs: 3_000, truth: 'new' })
  expect(log.judge(seen('new', 23_500))).toBeNull()
  expect(log.judge(seen('invented', 24_000))).toBeNull()
  expect(log.judge({ ...seen('x', 0), fact: 'unheard of' })).toBeNull()
})

it('accepts a value in each period in which it was true', () => {
  const log = createTruthLog()
  for (const [value, atMs] of [
    ['a', 0],
    ['b', 10_000],
    ['b', 15_000],
    ['a', 20_000],
  ] as const)
    log.record(new Map([['f', value]]), atMs, atMs)
  expect(log.judge(seen('a', 25_000))).toBeNull()
  expect(log.judge(seen('a', 14_000))?.lateMs).toBe(4_000)
})
