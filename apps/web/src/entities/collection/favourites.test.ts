import { expect, it, vi } from 'vitest'
import { favourites, storeFavourites, toggleFavourite } from './favourites.ts'

// @feature landing.favourites
it('adds a star to the stored ones when it is pressed before they are loaded', () => {
  const [starred, pressed] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`]
  const stored = new Map([['opal.favourites', JSON.stringify([starred])]])
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  vi.stubGlobal('window', { localStorage })
  try {
    toggleFavourite(pressed)
  } finally {
    vi.unstubAllGlobals()
  }
  expect(favourites.get().ids).toEqual([starred, pressed])
  expect(JSON.parse(stored.get('opal.favourites') ?? '')).toEqual([starred, pressed])
})

// @feature landing.favourites
it('marks a star as unsaved, and clears the mark by a second click', () => {
  storeFavourites({ ids: ['a'], unsaved: [] })
  toggleFavourite('b')
  expect(favourites.get()).toEqual({ ids: ['a', 'b'], unsaved: ['b'] })
  toggleFavourite('b')
  expect(favourites.get()).toEqual({ ids: ['a'], unsaved: [] })
  toggleFavourite('a')
  expect(favourites.get()).toEqual({ ids: [], unsaved: ['a'] })
})
