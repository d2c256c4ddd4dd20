import { expect, it } from 'vitest'
import { matchWordPrefixes } from './command-menu.tsx'

it('matches when every typed word begins a word of the text, best when the text begins with the input', () => {
  expect(matchWordPrefixes('them', 'Light theme colour')).toBe(0.5)
  expect(matchWordPrefixes('li co', 'Light theme colour')).toBe(0.5)
  expect(matchWordPrefixes('Light t', 'Light theme colour')).toBe(1)
  expect(matchWordPrefixes('them', 'Mints')).toBe(0)
  expect(matchWordPrefixes('', 'anything')).toBe(1)
})
