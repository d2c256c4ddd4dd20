import { expect, it } from 'vitest'
import { beginsWords } from './command-menu.tsx'

it('fits where every typed word begins a word, best where the text begins so', () => {
  expect(beginsWords('them', 'Light theme colour')).toBe(0.5)
  expect(beginsWords('li co', 'Light theme colour')).toBe(0.5)
  expect(beginsWords('Light t', 'Light theme colour')).toBe(1)
  expect(beginsWords('them', 'Collections that are minting')).toBe(0)
  expect(beginsWords('', 'anything')).toBe(1)
})
