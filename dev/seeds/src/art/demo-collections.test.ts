import { describe, expect, test } from 'vitest'
import { DEMO_COLLECTIONS } from './demo-collections.ts'
import { tokenMetadata } from './metadata.ts'
import { wellFormedFault } from './testing/well-formed.ts'
import { drawToken, traitsOf } from './token-art.ts'

const SAMPLE = 40

test('has at least 24 collections of 100 to 2,000 tokens with distinct names', () => {
  expect(DEMO_COLLECTIONS.length).toBeGreaterThanOrEqual(24)
  for (const field of ['slug', 'name'] as const) {
    expect(new Set(DEMO_COLLECTIONS.map((collection) => collection[field])).size).toBe(DEMO_COLLECTIONS.length)
  }
  for (const { supply, royaltyBps, cover } of DEMO_COLLECTIONS) {
    expect(supply).toBeGreaterThanOrEqual(100)
    expect(supply).toBeLessThanOrEqual(2_000)
    expect(royaltyBps).toBeGreaterThanOrEqual(0)
    expect(royaltyBps).toBeLessThanOrEqual(1_000)
    expect(cover).toBeLessThanOrEqual(supply)
  }
  const total = DEMO_COLLECTIONS.reduce((sum, { supply }) => sum + supply, 0)
  expect(total).toBeGreaterThan(7_000)
})

describe.each(DEMO_COLLECTIONS.map((collection) => [collection.name, collection] as const))(
  '%s',
  (_name, collection) => {
    const numbers = Array.from({ length: SAMPLE }, (_, index) => index + 1)

    test('draws well-formed images, the same every time', () => {
      for (const n of numbers) {
        const svg = drawToken(collection, n)
        expect(wellFormedFault(svg), `token ${n}`).toBeNull()
        expect(svg).not.toMatch(/NaN|undefined|null|Infinity/)
        expect(svg.length).toBeLessThan(160_000)
        expect(drawToken(collection, n)).toBe(svg)
      }
    })

    test('draws different images for different tokens', () => {
      expect(new Set(numbers.map((n) => drawToken(collection, n))).size).toBeGreaterThan(SAMPLE * 0.7)
    })

    test('draws every trait about as often as its weight', () => {
      const all = Array.from({ length: collection.supply }, (_, index) => traitsOf(collection, index + 1))
      for (const type of collection.style.traits) {
        const having = all.filter((traits) => traits[type.name] !== undefined).length / all.length
        expect(Math.abs(having - (type.presence ?? 1))).toBeLessThan(0.09)
        const weight = type.values.reduce((sum, value) => sum + value.weight, 0)
        for (const { value, weight: own } of type.values) {
          const share = all.filter((traits) => traits[type.name] === value).length / all.length
          const expected = (own / weight) * (type.presence ?? 1)
          expect(Math.abs(share - expected), `${type.name} ${value}`).toBeLessThan(
            0.035 + 3.5 * Math.sqrt(expected / all.length),
          )
        }
      }
    })

    test('writes metadata as marketplaces read it', () => {
      const metadata = tokenMetadata(collection, 7)
      expect(metadata.name).toBe(`${collection.itemName} #7`)
      expect(metadata.image).toMatch(/^ipfs:\/\/bafybei[a-z2-7]{52}\/7\.svg$/)
      expect(metadata.attributes.length).toBeGreaterThan(1)
      expect(JSON.parse(JSON.stringify(metadata))).toEqual(metadata)
    })
  },
)
