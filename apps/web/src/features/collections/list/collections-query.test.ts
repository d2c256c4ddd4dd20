import type { ApiClient } from '@opal/contract/client'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { featuredQuery } from './collections-query.ts'

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
