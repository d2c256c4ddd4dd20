import { processorMs } from '@opal/domain/testing/processor-time'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withTraitFloors } from './trait-floors.ts'

const HAT = { trait_type: 'Hat', value: 'Crown' }
const [OWN_OCTAS, FLOOR_OCTAS] = [500n, 300n]

/** Items of one collection whose metadata says one trait a number of times, for sale at prices of their own. */
const itemsOf = (count: number, times: number) =>
  Array.from({ length: count }, (_, at) => ({
    token: {
      tokenDataId: `0x${at}`,
      collectionId: '0xc',
      properties: {},
      lastSaleOctas: null as bigint | null,
      attributes: Array.from({ length: times }, () => HAT),
    },
    ownListings: [{ priceOctas: OWN_OCTAS + BigInt(at), validity: 'valid' as const }],
    floorOctas: FLOOR_OCTAS as bigint | null,
  }))

/** Returns a cache in which that many of the collection are for sale with the trait. */
const listed = (count: number, floorOctas = FLOOR_OCTAS) => ({
  listedOf: async (_: string, traits: readonly { trait_type: string; value: string }[]) =>
    traits.map((trait) => ({ trait, floorOctas, count })),
})

describe('the trait floor of items', () => {
  it('is that of three others or more, however often the metadata of one’s own says the trait', async () => {
    const sizes = [fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 64 })]
    await fc.assert(
      fc.asyncProperty(fc.tuple(...sizes), async ([own = 1, others = 0, times = 1]) => {
        const items = await withTraitFloors(listed(own + others), itemsOf(own, times))
        const floor = others >= 3 ? FLOOR_OCTAS : null
        expect(items.map(({ traitFloorOctas }) => traitFloorOctas)).toEqual(Array.from({ length: own }, () => floor))
      }),
    )
  })

  it('is not made by an own listing', async () => {
    const [item] = await withTraitFloors(listed(9, OWN_OCTAS), itemsOf(2, 1))
    expect(item?.traitFloorOctas).toBeNull()
  })

  it('does not count at twenty times floor and last sale or more: one seller may have all such items', async () => {
    const octas = fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n }))
    await fc.assert(
      fc.asyncProperty(
        octas,
        octas,
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        async (floorOctas, lastSaleOctas, asked) => {
          const items = itemsOf(1, 1).map((item) => ({ ...item, floorOctas, token: { ...item.token, lastSaleOctas } }))
          const own = OWN_OCTAS
          fc.pre(asked !== own)
          const [found] = await withTraitFloors(listed(9, asked), items)
          const isFar = [floorOctas, lastSaleOctas].every((known) => known === null || asked >= known * 20n)
          expect(found?.traitFloorOctas).toBe(isFar ? null : asked)
        },
      ),
    )
  })

  it('takes no longer for traits that are said again and again', async () => {
    const items = itemsOf(500, 64)
    // Compared each with each, they took half a minute in one piece.
    expect(await processorMs(() => withTraitFloors(listed(600), items))).toBeLessThan(1_500)
  })
})
