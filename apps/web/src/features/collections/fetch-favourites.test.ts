import type { ApiClient } from '@opal/contract/client'
import { expect, it, vi } from 'vitest'
import { fetchFavourites } from './fetch-collections.ts'

/** An API that has these collections; the call returns null for others and for failures. */
function knowing(...ids: readonly string[]): ApiClient {
  return (async (_endpoint: unknown, { params }: { params: { id: string } }) =>
    ids.includes(params.id) ? { collectionId: params.id } : null) as unknown as ApiClient
}

const VISITOR = { wallet: null, window: 'all' } as const

// @feature landing.favourites-failed
it('skips a missing favourite, and throws when none can be fetched', async () => {
  const found = await fetchFavourites(knowing('a', 'c'), ['a', 'b', 'c'], VISITOR)
  expect(found.map(({ collectionId }) => collectionId)).toEqual(['a', 'c'])
  expect(await fetchFavourites(knowing(), [], VISITOR)).toEqual([])
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(fetchFavourites(knowing(), ['a'], VISITOR)).rejects.toThrow('load your favorites')
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
})

it('fetches a visitor’s favourites ten at a time, in their order', async () => {
  const ids = Array.from({ length: 23 }, (_, at) => `c${at}`)
  let [asked, most] = [0, 0]
  const api = (async (_endpoint: unknown, { params }: { params: { id: string } }) => {
    asked += 1
    most = Math.max(most, asked)
    await Promise.resolve()
    asked -= 1
    return { collectionId: params.id }
  }) as unknown as ApiClient
  expect((await fetchFavourites(api, ids, VISITOR)).map(({ collectionId }) => collectionId)).toEqual(ids)
  expect(most).toBe(10)
})
