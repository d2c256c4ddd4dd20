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
