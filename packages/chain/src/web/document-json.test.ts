import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDocument } from './document-json.ts'

it('parses any document', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseDocument(text)).toEqual(JSON.parse(text))
    }),
  )
  expect(() => parseDocument('<html>')).toThrow(SyntaxError)
})

it.each([
  ['lists within lists', '['.repeat(20_000), ']'.repeat(20_000)],
  ['objects in a list', `[${'{},'.repeat(20_000)}`, '{}]'],
  ['lists in an object', `{${Array.from({ length: 20_000 }, (_, at) => `"${at}":[],`).join('')}`, '"last":0}'],
])('refuses a document of twenty thousand %s, which would take long', (_, begin, end) => {
  expect(() => JSON.parse(`[${begin}${end}]`)).not.toThrow()
  expect(() => parseDocument(`[${begin}${end}]`)).toThrow('too many')
})

it('parses a document of ten thousand traits', () => {
  const attributes = Array.from({ length: 10_000 }, (_, at) => ({ trait_type: `kind ${at}`, value: '[{' }))
  expect(() => parseDocument(JSON.stringify({ attributes: attributes.slice(0, 6_000) }))).not.toThrow()
  expect(() =>
    parseDocument(JSON.stringify({ attributes: attributes.map(({ trait_type }) => ({ trait_type })) })),
  ).not.toThrow()
})
