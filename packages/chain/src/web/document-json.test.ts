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

const many = (count: number, textOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => textOf(at)).join()

it.each([
  ['twenty thousand lists within lists', '['.repeat(20_000), ']'.repeat(20_000)],
  ['twenty thousand objects in a list', `[${many(20_000, () => '{}')}`, ']'],
  ['twenty thousand lists in an object', `{${many(20_000, (at) => `"${at}":[]`)}`, '}'],
  ['two thousand objects of different keys', `[${many(2_000, (at) => `{"key ${at}":0}`)}`, ']'],
  ['two thousand objects of the same keys in another order', `[${many(2_000, inAnotherOrder)}`, ']'],
  ['an object of two thousand keys', `{${many(2_000, (at) => `"key ${at}":0`)}`, '}'],
])('refuses a document of %s, which would take long', (_, begin, end) => {
  expect(() => JSON.parse(`[${begin}${end}]`)).not.toThrow()
  expect(() => parseDocument(`[${begin}${end}]`)).toThrow('too many')
})

/** Returns an object with the keys `a` to `g`, whose order is the one of its number. */
function inAnotherOrder(number: number): string {
  const [left, keys] = [[...'abcdefg'], [] as string[]]
  let rest = number
  while (left.length > 0) {
    keys.push(...left.splice(rest % left.length, 1))
    rest = Math.floor(rest / (left.length + 1))
  }
  return `{${keys.map((key) => `"${key}":0`).join()}}`
}

it('parses a document of ten thousand traits', () => {
  const attributes = Array.from({ length: 10_000 }, (_, at) => ({ trait_type: `kind ${at}`, value: '[{' }))
  const document = { name: 'Monkey', attributes }
  expect(parseDocument(JSON.stringify(document))).toEqual(document)
})

it('parses a document whose objects have hundreds of different keys', () => {
  const attributes = Array.from({ length: 500 }, (_, at) => ({ [`kind ${at}`]: 'value' }))
  expect(parseDocument(JSON.stringify(attributes))).toEqual(attributes)
})
