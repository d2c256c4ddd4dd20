import { ApiError } from '@opal/contract/api-error'
import type { ApiClient } from '@opal/contract/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { favourites, forgetWalletFavourites, keepFavourites, toggleFavourite } from '../../lib/favourites.ts'
import { pageSession } from '../../lib/page-session.ts'
import { pullFavourites, pushFavourites } from './sync-favourites.ts'

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
