import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { tokenFilterQuery } from './token-filter.ts'

const attributes = z.object({ attributes: tokenFilterQuery.attributes })
const parse = vi.spyOn(JSON, 'parse')
afterEach(() => parse.mockClear())

const list = (count: number, textOf: (at: number) => string) =>
  `[${Array.from({ length: count }, (_, at) => textOf(at)).join()}]`

it('parses fifty conditions, each of a list of values, with their keys in any order', () => {
  const keys = ['"trait_type":"Fur"', '"value":["red","{[,:"]', '"not":true']
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const
  const text = list(50, (at) => `{${(orders[at % orders.length] ?? orders[0]).map((key) => keys[key]).join(' , ')}}`)
  const condition = { trait_type: 'Fur', value: ['red', '{[,:'], not: true }
  expect(attributes.parse({ attributes: text }).attributes).toEqual(Array(50).fill(condition))
})

it.each([
  ['empty objects', list(2_000, () => '{}')],
  ['objects of different keys', list(700, (at) => `{"${at}":0}`)],
  ['lists within lists', '['.repeat(4_000) + ']'.repeat(4_000)],
])('parses no thousands of %s, for which the parser takes milliseconds', (_, text) => {
  const { error } = attributes.safeParse({ attributes: text })
  expect(error?.issues).toEqual([expect.objectContaining({ message: expect.stringContaining('expected a JSON list') })])
  expect(parse).not.toHaveBeenCalled()
})
