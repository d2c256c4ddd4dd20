import { expect, it } from 'vitest'
import { planWork } from './plan-work.ts'

it('counts rows where they are scanned, for every loop and with those that a filter dropped, and pages once', () => {
  const scan = { 'Node Type': 'Index Scan', 'Actual Rows': 3, 'Actual Loops': 10, 'Rows Removed by Filter': 2 }
  const heap = {
    'Node Type': 'Bitmap Heap Scan',
    'Actual Rows': 7,
    'Actual Loops': 1,
    'Rows Removed by Index Recheck': 1,
  }
  const join = {
    'Node Type': 'Nested Loop',
    'Actual Rows': 30,
    'Actual Loops': 1,
    'Shared Hit Blocks': 40,
    'Shared Read Blocks': 2,
    Plans: [{ ...scan, 'Shared Hit Blocks': 39 }, heap],
  }
  expect(planWork([join, join])).toEqual({ rows: 2 * (50 + 8), pages: 84 })
  expect(planWork([])).toEqual({ rows: 0, pages: 0 })
})
