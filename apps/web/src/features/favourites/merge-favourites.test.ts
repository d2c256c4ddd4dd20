import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Favourites } from '../../lib/favourites.ts'
import { afterSaying, starsToSay, withWalletList } from './merge-favourites.ts'

const anyIds = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
const anyFavourites: fc.Arbitrary<Favourites> = fc.record({ ids: anyIds, unsaved: anyIds })

function say(list: ReadonlySet<string>, now: Favourites): ReadonlySet<string> {
  const after = new Set(list)
  for (const { id, starred } of starsToSay(now)) starred ? after.add(id) : after.delete(id)
  return after
}

// @feature account.favourites-sync
it('stars of a visitor and of the wallet are one list after signing in', () => {
  const visitor = { ids: ['a', 'b'], unsaved: ['a', 'b'] }
  const wallet = say(new Set(['b', 'c']), visitor)
  const merged = withWalletList(afterSaying(visitor, starsToSay(visitor)), [...wallet])
  expect([...merged.ids].sort()).toEqual(['a', 'b', 'c'])
  expect(merged.unsaved).toEqual([])
})

it('a star that is taken away while it is being said is said again', () => {
  const before = { ids: ['a'], unsaved: ['a'] }
  const said = starsToSay(before)
  expect(afterSaying({ ids: [], unsaved: [] }, said)).toEqual({ ids: [], unsaved: ['a'] })
  expect(afterSaying(before, said)).toEqual({ ids: ['a'], unsaved: [] })
})

it('whatever is starred while it is being said, saying the rest makes both lists the same', () => {
  fc.assert(
    fc.property(anyFavourites, anyIds, anyIds, (start, wallet, idsMeanwhile) => {
      const said = starsToSay(start)
      const heard = say(new Set(wallet), start)
      // What is clicked meanwhile leaves the notes as `toggleFavourite` does.
      let now = start
      for (const id of idsMeanwhile) {
        const flip = (list: readonly string[]) => (list.includes(id) ? list.filter((one) => one !== id) : [...list, id])
        now = { ids: flip(now.ids), unsaved: flip(now.unsaved) }
      }
      const rest = withWalletList(afterSaying(now, said), [...heard])
      const settled = say(heard, rest)
      expect([...settled].sort()).toEqual([...rest.ids].sort())
    }),
  )
})
