import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openScrollPositions } from './scroll-positions.ts'

// @vitest-environment happy-dom
beforeEach(() => sessionStorage.clear())
afterEach(() => void vi.restoreAllMocks())

/** Hides the tab, as leaving or reloading it does. */
function hide(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

// @feature route.back
it('restores the positions after a reload', () => {
  const before = openScrollPositions(window)
  before.set('first', 766)
  before.set('first', 767.5)
  hide()
  const after = openScrollPositions(window)
  expect(after.get('first')).toBe(767.5)
  expect(after.get('never seen')).toBeNull()
})

// @feature route.back
it('drops the positions that were not visited for longest', () => {
  const places = openScrollPositions(window)
  places.set('used', 1)
  for (let entry = 0; entry < 99; entry += 1) places.set(`entry ${entry}`, entry)
  places.set('used', 2)
  places.set('one more', 3)
  expect(places.get('used')).toBe(2)
  expect(places.get('entry 0')).toBeNull()
  expect(places.get('entry 1')).toBe(1)
})

// @feature route.back
it('starts empty when the stored value is invalid', () => {
  sessionStorage.setItem('opal:places', '[["a", "far"], 7, ["b", 5]]')
  expect(openScrollPositions(window).get('a')).toBeNull()
  expect(openScrollPositions(window).get('b')).toBe(5)
  sessionStorage.setItem('opal:places', 'places')
  expect(openScrollPositions(window).get('b')).toBeNull()
})
