import type { ApiClient } from '@opal/contract/client'
import { expect, it, vi } from 'vitest'
import { fetchFavourites } from './fetch-collections.ts'

/** An API that knows some collections by id; the call answers null for others, and whatever went wrong. */
function knowing(...ids: readonly string[]): ApiClient {
  return (async (_endpoint: unknown, { params }: { params: { id: string } }) =>
    ids.includes(params.id) ? { collectionId: params.id } : null) as unknown as ApiClient
}

// @feature landing.favourites-failed
it('leaves out a favourite that is gone, and is no empty list when none can be read', async () => {
  const found = await fetchFavourites(knowing('a', 'c'), ['a', 'b', 'c'], null)
  expect(found.map(({ collectionId }) => collectionId)).toEqual(['a', 'c'])
  expect(await fetchFavourites(knowing(), [], null)).toEqual([])
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(fetchFavourites(knowing(), ['a'], null)).rejects.toThrow('could be read')
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
})

it('asks for those of a visitor ten at a time, in their order', async () => {
  const ids = Array.from({ length: 23 }, (_, at) => `c${at}`)
  let [asked, most] = [0, 0]
  const api = (async (_endpoint: unknown, { params }: { params: { id: string } }) => {
    asked += 1
    most = Math.max(most, asked)
    await Promise.resolve()
    asked -= 1
    return { collectionId: params.id }
  }) as unknown as ApiClient
  expect((await fetchFavourites(api, ids, null)).map(({ collectionId }) => collectionId)).toEqual(ids)
  expect(most).toBe(10)
})
