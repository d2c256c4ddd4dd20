import type { Activity } from '@opal/contract/activities'
import { expect, it } from 'vitest'
import { addOnTop } from './use-live-activity.ts'

const row = (id: string) => ({ id }) as Activity
const cached = { pages: [{ data: [row('2'), row('1')], nextCursor: null }], pageParams: [null] }

it('inserts new rows at the top, and none twice', () => {
  expect(addOnTop(cached, [row('4'), row('3'), row('2')])?.pages[0]?.data.map(({ id }) => id)).toEqual([
    '4',
    '3',
    '2',
    '1',
  ])
})

it('returns a list unchanged that has all rows, or that is not loaded', () => {
  expect(addOnTop(cached, [row('1')])).toBe(cached)
  expect(addOnTop(undefined, [row('1')])).toBeUndefined()
})
