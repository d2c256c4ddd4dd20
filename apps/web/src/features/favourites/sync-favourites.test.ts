import type { ApiClient } from '@opal/contract/client'
import { ApiError } from '@opal/contract/http/api-error'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Favourites,
  favourites,
  removeWalletFavourites,
  storeFavourites,
  toggleFavourite,
} from '../../entities/collection/favourites.ts'
import { pageSession } from '../../entities/session/page-session.ts'
import { afterPush, mergeWalletList, pullFavourites, pushFavourites, unsavedStars } from './sync-favourites.ts'

const WALLET = '0xa'

interface Call {
  readonly body?: { readonly collections?: readonly string[]; readonly collectionId?: string }
  readonly query?: { readonly cursor?: string }
}

/** An API that stores one wallet's list, two per page, and can be made to fail. */
function listStore(starred: readonly string[]) {
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
  storeFavourites({ ids: [], unsaved: [] })
})

describe('favourites of a wallet', () => {
  it('are merged with those of the browser, however many they are', async () => {
    const keeper = listStore(['c', 'd', 'e', 'f', 'g'])
    toggleFavourite('b')
    await pushFavourites(keeper.api)
    await pullFavourites(keeper.api, WALLET)
    expect([...favourites.get().ids].sort()).toEqual(['b', 'c', 'd', 'e', 'f', 'g'])
    expect(favourites.get().unsaved).toEqual([])
    expect(keeper.list.has('b')).toBe(true)
  })

  it('lose a star that is removed', async () => {
    const keeper = listStore(['c'])
    await pullFavourites(keeper.api, WALLET)
    toggleFavourite('c')
    await pushFavourites(keeper.api)
    expect([...keeper.list]).toEqual([])
    expect(favourites.get()).toEqual({ ids: [], unsaved: [] })
  })

  it('stay in the browser when the server cannot be reached, and are pushed later', async () => {
    const keeper = listStore([])
    toggleFavourite('b')
    keeper.failure = new ApiError('unreachable', 'The server could not be reached.')
    await expect(pushFavourites(keeper.api)).rejects.toThrow('The server could not be reached.')
    expect(favourites.get()).toEqual({ ids: ['b'], unsaved: ['b'] })
    keeper.failure = null
    await pushFavourites(keeper.api)
    expect([...keeper.list]).toEqual(['b'])
  })

  it('end the session of the page when it has expired', async () => {
    const keeper = listStore([])
    toggleFavourite('b')
    keeper.failure = new ApiError('sign-in-required', 'Sign in first.')
    await expect(pushFavourites(keeper.api)).rejects.toThrow('Sign in first.')
    expect(pageSession.get()).toEqual({ status: 'visitor', wallet: null })
    expect(favourites.get().ids).toEqual(['b'])
  })

  it('ignore the removal of a collection that does not exist any more', async () => {
    const keeper = listStore([])
    storeFavourites({ ids: [], unsaved: ['gone'] })
    keeper.failure = new ApiError('collection-not-found', 'No such collection.')
    await pushFavourites(keeper.api)
    expect(favourites.get().unsaved).toEqual([])
  })

  it('are not shown when the user has signed out before the answer', async () => {
    const keeper = listStore(['c'])
    pageSession.set({ status: 'visitor', wallet: null })
    await pullFavourites(keeper.api, WALLET)
    expect(favourites.get().ids).toEqual([])
  })

  it('are removed with the session; unsaved ones stay', async () => {
    storeFavourites({ ids: ['mine', 'wallets'], unsaved: ['mine', 'taken-away'] })
    removeWalletFavourites()
    expect(favourites.get()).toEqual({ ids: ['mine'], unsaved: ['mine'] })
  })
})

const anyIds = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
const anyFavourites: fc.Arbitrary<Favourites> = fc.record({ ids: anyIds, unsaved: anyIds })

function say(list: ReadonlySet<string>, now: Favourites): ReadonlySet<string> {
  const after = new Set(list)
  for (const { id, starred } of unsavedStars(now)) starred ? after.add(id) : after.delete(id)
  return after
}

// @feature account.favourites-sync
it('merges the favourites of a visitor and of the wallet after signing in', () => {
  const visitor = { ids: ['a', 'b'], unsaved: ['a', 'b'] }
  const wallet = say(new Set(['b', 'c']), visitor)
  const merged = mergeWalletList(afterPush(visitor, unsavedStars(visitor)), [...wallet])
  expect([...merged.ids].sort()).toEqual(['a', 'b', 'c'])
  expect(merged.unsaved).toEqual([])
})

it('pushes a star again that was removed during the push', () => {
  const before = { ids: ['a'], unsaved: ['a'] }
  const said = unsavedStars(before)
  expect(afterPush({ ids: [], unsaved: [] }, said)).toEqual({ ids: [], unsaved: ['a'] })
  expect(afterPush(before, said)).toEqual({ ids: ['a'], unsaved: [] })
})

it('makes both lists equal by a second push, whatever was starred during the first', () => {
  fc.assert(
    fc.property(anyFavourites, anyIds, anyIds, (start, wallet, idsMeanwhile) => {
      const said = unsavedStars(start)
      const received = say(new Set(wallet), start)
      // Clicks during the push mark ids as unsaved, as `toggleFavourite` does.
      let now = start
      for (const id of idsMeanwhile) {
        const flip = (list: readonly string[]) => (list.includes(id) ? list.filter((one) => one !== id) : [...list, id])
        now = { ids: flip(now.ids), unsaved: flip(now.unsaved) }
      }
      const rest = mergeWalletList(afterPush(now, said), [...received])
      const settled = say(received, rest)
      expect([...settled].sort()).toEqual([...rest.ids].sort())
    }),
  )
})
