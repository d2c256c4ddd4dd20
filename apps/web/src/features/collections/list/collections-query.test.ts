import type { ApiClient } from '@opal/contract/client'
import { COLLECTION_SORT_KEYS } from '@opal/contract/constants/sorts'
import { RANKING_WINDOWS } from '@opal/contract/constants/windows'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { collectionsQuery, featuredQuery } from './collections-query.ts'
import { DEFAULT_LANDING_VIEW, LANDING_TABS, type LandingView } from './landing-view.ts'

const api = {} as ApiClient
const image = fc.constantFrom(null, 'ipfs://image')

// @feature landing.featured
it('reads the strip soon again while any of its images is still missing, a dozen times, and else every minute', () => {
  fc.assert(
    fc.property(fc.array(image, { maxLength: 6 }), fc.nat(20), (images, dataUpdateCount) => {
      const collections = images.map((collectionImage, at) => testingCollection(`0x${at}`, { collectionImage }))
      const data = { title: 'Featured', collections } as const
      const { refetchInterval } = featuredQuery(api, data, 0)
      const isSoon = images.includes(null) && dataUpdateCount < 12
      expect(refetchInterval({ state: { data, dataUpdateCount } })).toBe(isSoon ? 5_000 : 60_000)
    }),
  )
})

// @feature landing.trending
it('has the pages of a tab apart from those of another wherever they are asked for otherwise, and only there', async () => {
  const view: fc.Arbitrary<LandingView> = fc
    .record({
      tab: fc.constantFrom(...LANDING_TABS),
      window: fc.constantFrom(...RANKING_WINDOWS),
      sort: fc.option(fc.constantFrom(...COLLECTION_SORT_KEYS.slice(0, 3), 'TRENDING' as const)),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    })
    .map((chosen) => ({ ...DEFAULT_LANDING_VIEW, ...chosen }))
  const cached = async (any: LandingView, cursor: string | null) => {
    const asked: unknown[] = []
    const recording = (async (_endpoint: unknown, { query }: { query: unknown }) => {
      asked.push(query)
      return { data: [], nextCursor: null }
    }) as unknown as ApiClient
    const query = collectionsQuery(recording, any)
    await query.queryFn({ pageParam: cursor, signal: new AbortController().signal })
    return { key: JSON.stringify(query.queryKey), asked: JSON.stringify(asked) }
  }
  await fc.assert(
    fc.asyncProperty(view, view, fc.option(fc.constant('further')), async (one, two, cursor) => {
      const [a, b] = [await cached(one, cursor), await cached(two, cursor)]
      expect(a.key === b.key).toBe(a.asked === b.asked)
    }),
  )
  const [top, trending] = await Promise.all(
    (['top', 'trending'] as const).map((tab) => cached({ ...DEFAULT_LANDING_VIEW, tab }, null)),
  )
  expect(trending?.key).not.toBe(top?.key)
  expect(trending?.asked).toContain('"sortBy":"TRENDING"')
})
