// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { ME } from '../../../testing/testing-item.ts'
import { heldItems, MAX_HELD, openHeldItems, setHeld } from './held-items.ts'

const keyOf = (item: number) => `${ME} 0x${item.toString(16).padStart(64, '0')}`
const reload = () => {
  heldItems.set([])
  openHeldItems()()
  return heldItems.get()
}
afterEach(() => {
  localStorage.clear()
  heldItems.set([])
})

// @feature exit.hold
it('stores which items are held, whatever is chosen one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), fc.boolean())), (choices) => {
      localStorage.clear()
      heldItems.set([])
      for (const [item, isHeld] of choices) setHeld(keyOf(item), isHeld)
      const held = new Map(choices)
      expect(new Set(reload())).toEqual(new Set([...held].flatMap(([item, isHeld]) => (isHeld ? [keyOf(item)] : []))))
    }),
  )
})

it('stores at most the newest, and reads what is damaged as nothing', () => {
  heldItems.set(Array.from({ length: MAX_HELD }, (_, item) => keyOf(item)))
  setHeld(keyOf(MAX_HELD), true)
  const kept = reload()
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([MAX_HELD, keyOf(1), keyOf(MAX_HELD)])
  localStorage.setItem('opal.held', '["me 1"]')
  expect(reload()).toEqual([])
})
