import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankByRarity, TRAIT_COUNT } from './rarity.ts'

const token = (tokenDataId: string, traits: Record<string, string>) => ({
  tokenDataId,
  traits: Object.entries(traits).map(([trait_type, value]) => ({ trait_type, value })),
})

const collection = fc
  .array(
    fc.array(fc.record({ trait_type: fc.constantFrom('fur', 'hat', 'eyes'), value: fc.constantFrom('a', 'b', 'c') }), {
      maxLength: 4,
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((traits, index) => ({ tokenDataId: `t${index}`, traits })))

describe('rankByRarity', () => {
  it('measures bits in multiples of the entropy', () => {
    const ranked = rankByRarity([
      token('a', { Fur: 'Gold' }),
      token('b', { Fur: 'brown' }),
      token('c', { Fur: ' Brown ' }),
      token('d', { fur: 'BROWN' }),
    ])
    const entropy = 0.25 * 2 + 0.75 * -Math.log2(0.75)
    expect(ranked.map(({ tokenDataId, rank }) => [tokenDataId, rank])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 2],
      ['d', 2],
    ])
    expect(ranked[0]?.score).toBeCloseTo(2 / entropy, 8)
    expect(ranked[0]?.breakdown).toEqual([
      { trait_type: 'fur', value: 'gold', count: 1, score: 2 / entropy },
      { trait_type: TRAIT_COUNT, value: '1', count: 4, score: expect.closeTo(0) },
    ])
  })

  it('counts lacking a trait, and having fewer, as rare', () => {
    const [first] = rankByRarity([token('a', { hat: 'none' }), token('b', { hat: 'x' }), token('c', { hat: 'x' })])
    expect(first).toMatchObject({ tokenDataId: 'a', rank: 1 })
    expect(first?.breakdown).toMatchObject([
      { trait_type: 'hat', value: null, count: 1 },
      { trait_type: TRAIT_COUNT, value: '0', count: 1 },
    ])
  })

  it('ranks a single token first, and nothing where there are no traits', () => {
    expect(rankByRarity([token('a', { fur: 'x' })])).toMatchObject([{ rank: 1, score: 0 }])
    expect(rankByRarity([token('a', {}), token('b', {})])).toEqual([])
    expect(rankByRarity([])).toEqual([])
  })

  it('does not mind the order of tokens or traits', () => {
    fc.assert(
      fc.property(collection, (tokens) => {
        const reversed = tokens.toReversed().map((each) => ({ ...each, traits: each.traits.toReversed() }))
        expect(rankByRarity(reversed)).toEqual(rankByRarity(tokens))
      }),
    )
  })

  // @feature rarity.score
  it('gives a rank one more than the number of better scores, and a breakdown that adds up', () => {
    fc.assert(
      fc.property(collection, (tokens) => {
        const ranked = rankByRarity(tokens)
        for (const { rank, score, breakdown } of ranked) {
          expect(rank).toBe(1 + ranked.filter((other) => other.score > score).length)
          expect(breakdown.reduce((sum, each) => sum + each.score, 0)).toBeCloseTo(score, 8)
        }
      }),
    )
  })
})
