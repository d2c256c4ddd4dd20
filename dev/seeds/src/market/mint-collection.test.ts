import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import { runs, testSeed } from '@opal/domain/testing/effort/config'
import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { DEMO_COLLECTIONS } from '../art/demo-collections.ts'
import { createRandom } from '../random.ts'
import { paperWriter } from '../testing/played-market.ts'
import { mintCollection } from './mint-collection.ts'
import { participants } from './seed-market.ts'

// @feature demo.priced-mints
test('sells at a mint only what people can pay', () => {
  const [drawn] = DEMO_COLLECTIONS
  const { people } = participants({ collections: DEMO_COLLECTIONS, crowd: 0 })
  assert(
    property(
      array(integer({ min: 0, max: 2_000 }), { minLength: 1 }),
      integer({ min: 1, max: 40 }),
      (balances, price) => {
        if (drawn === undefined) throw new Error('there is no collection')
        const demo = { ...drawn, supply: 60, market: { ...drawn.market, mintPrice: price } }
        const had = balances.slice(0, people.length).map((apt) => BigInt(apt) * OCTAS_PER_APT)
        const minters = people.slice(0, had.length).map((person, index) => ({ ...person, balance: had[index] ?? 0n }))
        const tokens = mintCollection(paperWriter(), demo, minters, createRandom(`${balances}`), 0n)
        for (const [index, minter] of minters.entries()) {
          expect(minter.balance).toBeGreaterThanOrEqual(0n)
          const bought = tokens.filter(({ owner }) => owner === minter).length
          expect((had[index] ?? 0n) - minter.balance).toBe(BigInt(bought * price) * OCTAS_PER_APT)
        }
        if (had.some((octas) => octas > BigInt(60 * price + 6) * OCTAS_PER_APT)) expect(tokens).toHaveLength(60)
      },
    ),
    { numRuns: runs(30, 500), seed: testSeed },
  )
})
