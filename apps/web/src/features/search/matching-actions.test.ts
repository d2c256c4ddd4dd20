import { expect, it } from 'vitest'
import type { SiteAction } from '../../lib/site-actions.ts'
import { matchingActions } from './matching-actions.ts'

const action = (id: string, title: string, words?: string): SiteAction => ({
  id,
  title,
  group: 'Settings',
  ...(words !== undefined && { words }),
  run: () => {},
})
const ACTIONS = [
  action('search.focus', 'Search collections and wallets'),
  action('choose.theme', 'Light theme', 'colour appearance'),
  action('go.minting', 'Collections that are minting'),
]

// @feature search.actions
it('finds actions by the beginnings of their words, not itself, and nothing for one letter', () => {
  const ids = (input: string) => matchingActions(input, ACTIONS).map(({ id }) => id)
  expect(ids('them')).toEqual(['choose.theme'])
  expect(ids(' colou li ')).toEqual(['choose.theme'])
  expect(ids('coll')).toEqual(['go.minting'])
  expect(ids('l')).toEqual([])
  expect(ids('')).toEqual([])
})
