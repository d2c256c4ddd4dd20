import { expect, it } from 'vitest'
import type { ApiContext } from '../context.ts'
import { findByTraits } from './find-by-traits.ts'
import { buildTraitColumns } from './testing/build-trait-columns.ts'

// Any page asks for them, and a collection may have been sold a million times.
it('pages of many tokens by their last sale share one reading of the sales of their collection', async () => {
  const ids = Array.from({ length: 5_001 }, (_, at) => `0x${at.toString(16).padStart(64, '0')}`)
  const table = buildTraitColumns(
    ids.map((tokenDataId) => ({
      tokenDataId,
      name: '',
      rank: 1,
      attributes: [{ trait_type: 'Fur', value: 'red' }],
      properties: null,
    })),
  )
  const soldAt = new Map([
    [7, 9n],
    [3, 8n],
  ])
  let reads = 0
  const context = {
    traits: {
      columnsOf: async () => table,
      listedOf: async () => ({ prices: new Map(), placedAt: new Map() }),
      soldAtOf: async () => {
        reads += 1
        return soldAt
      },
    },
    store: new Proxy(
      {},
      {
        get() {
          throw new Error('the store is not asked')
        },
      },
    ),
  } as unknown as ApiContext
  const page = (offset: number) =>
    findByTraits(context, {
      tokens: { collectionId: '0xc' },
      traits: { traits: [{ traitType: 'Fur', any: ['red'], none: [] }] },
      order: 'last_sale_desc',
      take: 2,
      offset,
    })
  expect((await page(0)).tokenDataIds).toEqual([ids[7], ids[3]])
  expect((await page(2)).tokenDataIds).toEqual([ids[5_000], ids[4_999]])
  expect(reads).toBe(2)
})
