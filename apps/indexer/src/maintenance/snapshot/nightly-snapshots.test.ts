import { expect, it } from 'vitest'
import { lastDue } from './nightly-snapshots.ts'

const at = (text: string) => Date.parse(text)

it.each([
  ['2026-03-01T03:14:59.999Z', '2026-02-28', '2026-02-28T03:15:00Z'],
  ['2026-03-01T03:15:00Z', '2026-03-01', '2026-03-01T03:15:00Z'],
  ['2026-12-31T23:59:59Z', '2026-12-31', '2026-12-31T03:15:00Z'],
])('at %s the last snapshot due is of %s', (now, day, due) => {
  expect(lastDue(at(now), 3 * 60 + 15)).toEqual({ day, atMs: at(due) })
})
