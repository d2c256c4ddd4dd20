import { ApiError } from '@opal/contract/api-error'
import type { ApiClient } from '@opal/contract/client'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Favourites,
  favourites,
  forgetWalletFavourites,
  keepFavourites,
  toggleFavourite,
} from '../../entities/collection/favourites.ts'
import { pageSession } from '../../entities/session/page-session.ts'
import { afterSaying, pullFavourites, pushFavourites, starsToSay, withWalletList } from './sync-favourites.ts'

const WALLET = '0xa'

interface Call {
  readonly body?: { readonly collections?: readonly string[]; readonly collectionId?: string }
  readonly query?: { readonly cursor?: string }
}

/** An API that keeps one wallet's list, two to a page, and fails once it is told to. */
function listKeeper(starred: readonly string[]) {
  const list = new Set(starred)
  const keeper = {
    list,
    failure: null as ApiError | null,
    api: (async (endpoint: { readonly id: string }, { body, query }: Call) => {
      if (keeper.failure !== null) throw keeper.failure
      for (const id of body?.collections ?? []) list.add(id)
      if (endpoint.id === 'set-favourite') list.delete(body?.collectionId ?? '')
      const start = Number(query?.cursor ?? 0)
      const data = [...list].slice(start, start + 2).map((collectionId) => ({ collectionId }))
      return { data, nextCursor: start + 2 < list.size ? String(start + 2) : null }
    }) as unknown as ApiClient,
  }
  return keeper
}

beforeEach(() => {
  pageSession.set({ status: 'signed-in', wallet: WALLET })
  keepFavourites({ ids: [], unsaved: [] })
})

describe('favourites of a wallet', () => {
  it('become one list with those of the browser, however long it is', async () => {
    const keeper = listKeeper(['c', 'd', 'e', 'f', 'g'])
    toggleFavourite('b')
    await pushFavourites(keeper.api)
    await pullFavourites(keeper.api, WALLET)
    expect([...favourites.get().ids].sort()).toEqual(['b', 'c', 'd', 'e', 'f', 'g'])
    expect(favourites.get().unsaved).toEqual([])
    expect(keeper.list.has('b')).toBe(true)
  })

  it('lose a star that is taken away', async () => {
    const keeper = listKeeper(['c'])
    await pullFavourites(keeper.api, WALLET)
    toggleFavourite('c')
    await pushFavourites(keeper.api)
    expect([...keeper.list]).toEqual([])
    expect(favourites.get()).toEqual({ ids: [], unsaved: [] })
  })

  it('stay in the browser when the server cannot be reached, and are said later', async () => {
    const keeper = listKeeper([])
    toggleFavourite('b')
    keeper.failure = new ApiError('unreachable', 'The server could not be reached.')
    await expect(pushFavourites(keeper.api)).rejects.toThrow('The server could not be reached.')
    expect(favourites.get()).toEqual({ ids: ['b'], unsaved: ['b'] })
    keeper.failure = null
    await pushFavourites(keeper.api)
    expect([...keeper.list]).toEqual(['b'])
  })

  it('make the page a visitor’s when the session is over', async () => {
    const keeper = listKeeper([])
    toggleFavourite('b')
    keeper.failure = new ApiError('sign-in-required', 'Sign in first.')
    await expect(pushFavourites(keeper.api)).rejects.toThrow('Sign in first.')
    expect(pageSession.get()).toEqual({ status: 'visitor', wallet: null })
    expect(favourites.get().ids).toEqual(['b'])
  })

  it('are not asked to forget a collection that is gone anyway', async () => {
    const keeper = listKeeper([])
    keepFavourites({ ids: [], unsaved: ['gone'] })
    keeper.failure = new ApiError('collection-not-found', 'No such collection.')
    await pushFavourites(keeper.api)
    expect(favourites.get().unsaved).toEqual([])
  })

  it('are not shown to whoever signed out meanwhile', async () => {
    const keeper = listKeeper(['c'])
    pageSession.set({ status: 'visitor', wallet: null })
    await pullFavourites(keeper.api, WALLET)
    expect(favourites.get().ids).toEqual([])
  })

  it('go with the session; what this browser alone knows stays', async () => {
    keepFavourites({ ids: ['mine', 'wallets'], unsaved: ['mine', 'taken-away'] })
    forgetWalletFavourites()
    expect(favourites.get()).toEqual({ ids: ['mine'], unsaved: ['mine'] })
  })
})

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
