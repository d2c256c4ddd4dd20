import { createApiClient } from '@opal/contract/client'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { ME } from '../../testing/testing-item.ts'
import { fetchFloors } from './fetch-portfolio.ts'
import { floorsOf, idOf } from './testing/listings-tab-driver.tsx'

afterEach(() => vi.unstubAllGlobals())

// @feature portfolio.listing-vs-floor
it('fetches the floors of any number of collections', async () => {
  const api = createApiClient({ api: 'http://api.test' })
  const asked: string[][] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { collectionIds } = await new Request(input, init).json()
    asked.push(collectionIds)
    return Response.json(floorsOf(collectionIds))
  })
  await fc.assert(
    fc.asyncProperty(fc.nat(350), async (count) => {
      asked.length = 0
      const ids = Array.from({ length: count }, (_, at) => idOf(at))
      expect([...(await fetchFloors(api, ME, ids, undefined)).keys()]).toEqual(ids)
      expect(asked.every((call) => call.length > 0 && call.length <= 100)).toBe(true)
    }),
    { numRuns: 20, examples: [[0], [100], [101], [350]] },
  )
})
