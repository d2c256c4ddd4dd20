import { expect, it } from 'vitest'
import { nextTab } from './tabs.tsx'

const TABS = [{ value: 'items' }, { value: 'bids' }, { value: 'about' }] as const

it.each([
  ['items', 'ArrowRight', 'bids'],
  ['about', 'ArrowRight', 'items'],
  ['items', 'ArrowLeft', 'about'],
  ['bids', 'Home', 'items'],
  ['items', 'End', 'about'],
  ['items', 'Enter', null],
] as const)('leads from %s by %s to %s', (from, key, to) => {
  expect(nextTab(TABS, from, key)).toBe(to)
})
