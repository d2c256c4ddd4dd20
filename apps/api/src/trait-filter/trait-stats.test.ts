import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../event-loop.ts'
import { countTraits } from './count-traits.ts'
import { listedSteps } from './listed-cache.ts'
import { buildTraitColumns } from './testing/build-trait-columns.ts'
import { countValues, valueAsks, withoutOwnListings } from './trait-stats.ts'

const VALUES = ['Red', 'Green', 'Blue']
const SELLERS = ['you', 'ann', 'bob']

const token = fc.record({
  traits: fc.array(fc.record({ trait_type: fc.constantFrom('Hat', 'Fur'), value: fc.constantFrom(...VALUES) }), {
    maxLength: 4,
  }),
  asks: fc.array(fc.record({ seller: fc.constantFrom(...SELLERS), octas: fc.bigInt(1n, 9n) }), { maxLength: 3 }),
})

// @feature trade.own-listing-no-reference
describe('what is for sale with values, without a wallet’s own listings', () => {
  it('is that of a market in which it asks for nothing', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const idOf = (at: number) => String(at).padStart(4, '0')
        const table = buildTraitColumns(
          tokens.map(({ traits }, at) => ({
            tokenDataId: idOf(at),
            name: '',
            attributes: traits,
            properties: null,
            rank: null,
          })),
        )
        const rows = tokens.flatMap(({ asks }, at) =>
          asks.map(({ seller, octas }) => ({
            tokenDataId: idOf(at),
            marketplace: 'own',
            priceOctas: octas,
            placedAtMicros: 1n,
            seller,
          })),
        )
        const own = tokens.flatMap(({ asks }, at) => {
          const others = asks.filter(({ seller }) => seller !== 'you').map(({ octas }) => octas)
          const lowest = others.reduce<bigint | null>((low, octas) => (low === null || octas < low ? octas : low), null)
          const isMine = asks.some(({ seller }) => seller === 'you')
          return isMine ? [{ tokenDataId: idOf(at), othersOctas: lowest }] : []
        })
        const wanted = ['Hat', 'Fur', 'None'].flatMap((trait_type) => VALUES.map((value) => ({ trait_type, value })))
        const without = withoutOwnListings(table, atOnce(listedSteps(rows, table)), own)

        const othersRows = rows.filter(({ seller }) => seller !== 'you')
        const market = atOnce(listedSteps(othersRows, table))
        const counted = new Map(
          countTraits(table, { traits: [] }, market).flatMap(({ traitType, values }) =>
            values.map(({ value, floorOctas }) => [`${traitType} ${value}`, floorOctas] as const),
          ),
        )
        const isAsked = ({ asks }: (typeof tokens)[number]) => asks.some(({ seller }) => seller !== 'you')
        const count = (trait_type: string, value: string) =>
          tokens.filter(
            (one) =>
              isAsked(one) && one.traits.some((trait) => trait.trait_type === trait_type && trait.value === value),
          ).length
        expect(atOnce(valueAsks(table, without, wanted))).toEqual(
          wanted.map(({ trait_type, value }) => ({
            floorOctas: counted.get(`${trait_type} ${value}`) ?? null,
            count: count(trait_type, value),
          })),
        )
      }),
    )
  })
})

describe('stats of a value', () => {
  it('are those of the list of all values, and none of a value that no token has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 12 }), async (tokens) => {
        const idOf = (at: number) => String(at).padStart(4, '0')
        const of = (at: number, traits: (typeof tokens)[number]['traits']) => {
          return { tokenDataId: idOf(at), name: '', attributes: traits, properties: null, rank: null }
        }
        const table = buildTraitColumns(tokens.map(({ traits }, at) => of(at, traits)))
        const asks = tokens.flatMap(({ asks: made }, at) =>
          made.map(({ octas }) => ({
            tokenDataId: idOf(at),
            marketplace: 'own',
            priceOctas: octas,
            placedAtMicros: 1n,
          })),
        )
        const listed = atOnce(listedSteps(asks, table))
        const all = countTraits(table, { traits: [] }, listed)
        const statsOf = await countValues(table, listed)
        for (const trait_type of ['Hat', 'Fur', 'None']) {
          const known = all.find(({ traitType }) => traitType === trait_type)?.values ?? []
          for (const value of [...VALUES, 'Unknown']) {
            const stats = known.find((one) => one.value === value) ?? { value, count: 0, floorOctas: null }
            expect(statsOf({ trait_type, value })).toEqual(stats)
          }
        }
      }),
    )
  })
})

it('counts the values of a collection in steps, once for all who ask meanwhile', async () => {
  const attributes = Array.from({ length: 20 }, (_, at) => ({ trait_type: `Kind ${at}`, value: 'common' }))
  const table = buildTraitColumns([{ tokenDataId: '0', name: '', attributes, properties: null, rank: null }])
  const listed = atOnce(listedSteps([], table))
  const counting = countValues(table, listed)
  expect(countValues(table, listed)).toBe(counting)
  let isCounted = false
  void counting.then(() => (isCounted = true))
  let between = 0
  while (!isCounted) {
    await setImmediate()
    between += 1
  }
  expect(between).toBeGreaterThanOrEqual(20)
})

it('looks through a few hundred tokens for sale in a step, whatever their number', () => {
  const table = buildTraitColumns([])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (count) => {
      const prices = new Map(Array.from({ length: count }, (_, at) => [at, 1n]))
      const steps = [...valueAsks(table, { prices }, [])]
      expect((steps.length + 1) * 500).toBeGreaterThanOrEqual(count)
    }),
    { numRuns: 20 },
  )
})
