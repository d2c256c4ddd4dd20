import { runs } from '@opal/domain/testing/effort/config'
import { TRAIT_LIMITS } from '@opal/domain/tokens/token-traits'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseMetadata } from './parse-metadata.ts'

const parse = (document: unknown) =>
  parseMetadata('ipfs://a', 'application/json', Buffer.from(JSON.stringify(document)))
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const letters = fc.string({ unit: 'binary', maxLength: 600 }).map((text) => text.toWellFormed())

it('bounds in bytes whatever traits a document has', () => {
  const trait = fc.record({
    trait_type: letters,
    value: fc.oneof(letters, fc.double(), fc.boolean(), fc.constant(null)),
  })
  fc.assert(
    fc.property(fc.array(trait, { maxLength: 300, size: 'max' }), (attributes) => {
      const kept = parse({ attributes }).attributes as { trait_type: string; value: string }[]
      expect(kept.length).toBeLessThanOrEqual(TRAIT_LIMITS.traits)
      expect(bytesOf(kept)).toBeLessThanOrEqual(32_768)
      for (const { trait_type: name, value } of kept) {
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(TRAIT_LIMITS.nameBytes)
        expect(Buffer.byteLength(value)).toBeLessThanOrEqual(TRAIT_LIMITS.valueBytes)
      }
    }),
    { numRuns: runs(40), seed: 20_261_122 },
  )
})

it('keeps the first traits of ten thousand, and cuts a long value', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({ trait_type: `kind ${at}`, value: at }))
  const kept = parse({ attributes: many }).attributes
  expect(kept).toEqual(many.slice(0, 64).map(({ trait_type, value }) => ({ trait_type, value: String(value) })))
  const long = { trait_type: '名'.repeat(200), value: '值'.repeat(4_000) }
  expect(parse({ attributes: [long] }).attributes).toEqual([{ trait_type: '名'.repeat(33), value: '值'.repeat(85) }])
})

it.each([
  ['a data picture of 4,000 letters', `data:image/png;base64,${'A'.repeat(3_978)}`],
  ['an address of 2,048 letters of three bytes', '漢'.repeat(2_048)],
  ['an address that is long as JSON only', `https://x.example/${'\u0001'.repeat(300)}`],
])('takes %s for none', (_name, image) => {
  expect(parse({ image, animation_url: image })).toMatchObject({ image: null, animationUrl: null })
  expect(parse({ image, image_url: 'ipfs://b' })).toMatchObject({ image: 'ipfs://b' })
})

it('keeps an honest long address', () => {
  const image = `https://x.example/1.png?signature=${'s'.repeat(1_400)}`
  expect(parse({ image })).toMatchObject({ image })
})

it('reads names that objects inherit as any others', () => {
  const named =
    '{"__proto__":{"image":"ipfs://b"},"attributes":[{"trait_type":"__proto__","value":"x"},{"trait_type":"constructor","value":7}]}'
  expect(parseMetadata('ipfs://a', 'application/json', Buffer.from(named))).toEqual({
    image: null,
    animationUrl: null,
    category: null,
    attributes: [
      { trait_type: '__proto__', value: 'x' },
      { trait_type: 'constructor', value: '7' },
    ],
  })
})

it('reads a document that is nested a hundred thousand deep', () => {
  const deep = `{"image":"ipfs://b","attributes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(parseMetadata('ipfs://a', 'application/json', Buffer.from(deep))).toMatchObject({
    image: 'ipfs://b',
    attributes: [],
  })
})

// @feature token.metadata
it.each([
  ['video', 'video'],
  [' Video ', 'video'],
  ['html', 'html'],
  ['x'.repeat(32), 'x'.repeat(32)],
  ['x'.repeat(33), null],
  ['a film', null],
  ['<b>', null],
  ['', null],
  [7, null],
  [null, null],
])('reads the category %j of the properties as %j', (category, read) => {
  expect(parse({ properties: { category } })).toMatchObject({ category: read })
})

it.each([undefined, null, [], 'video', { category: { category: 'video' } }])(
  'reads none of the properties %j',
  (properties) => {
    expect(parse({ properties, category: 'video' })).toMatchObject({ category: null })
  },
)
