import { expect, it } from 'vitest'
import { testingToken } from '../../../testing/testing-token.ts'
import { newItemsLabel, showWithPending } from './pending-changes.ts'

// @feature items.live-still
it('changes prices in place, keeps rows that left, and counts pending changes', () => {
  const items = [testingToken(1, 10), testingToken(2, 20), testingToken(3, 30)]
  const [first, second] = items as [(typeof items)[0], (typeof items)[0]]
  const dearer = { ...first, listedPrice: '25' }
  const fresh = testingToken(4, 5)
  const pending = new Map([
    [first.tokenDataId, dearer],
    [second.tokenDataId, null],
    [fresh.tokenDataId, fresh],
  ])
  const shown = showWithPending(items, pending)
  expect(shown.items.map(({ listedPrice }) => listedPrice)).toEqual(['25', '20', '30'])
  expect([...shown.gone]).toEqual([second.tokenDataId])
  expect(newItemsLabel(shown)).toBe('1 new, 2 changed')
})

it('shows nothing without pending changes', () => {
  expect(newItemsLabel(showWithPending([testingToken(1, 10)], new Map()))).toBeNull()
  expect(newItemsLabel({ fresh: 12, changed: 0 })).toBe('12 new')
})
