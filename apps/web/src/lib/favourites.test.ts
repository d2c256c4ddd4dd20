import { expect, it } from 'vitest'
import { favourites, keepFavourites, toggleFavourite } from './favourites.ts'

// @feature landing.favourites
it('a star is noted as unsaved, and a second click leaves nothing to say', () => {
  keepFavourites({ ids: ['a'], unsaved: [] })
  toggleFavourite('b')
  expect(favourites.get()).toEqual({ ids: ['a', 'b'], unsaved: ['b'] })
  toggleFavourite('b')
  expect(favourites.get()).toEqual({ ids: ['a'], unsaved: [] })
  toggleFavourite('a')
  expect(favourites.get()).toEqual({ ids: [], unsaved: ['a'] })
})
