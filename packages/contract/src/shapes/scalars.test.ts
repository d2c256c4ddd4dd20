import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  addressInput,
  expiryInput,
  octasInput,
  oneOrMany,
  tokenDataIdsInput,
  u64Input,
  wholeNumber,
} from './scalars.ts'

const seed = 20_261_122

describe('a whole number of a caller', () => {
  const size = wholeNumber(1, 10_000)

  it('is a JSON number, or its decimal digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (value) => {
        expect([size.parse(value), size.parse(String(value)), size.parse(`00${value}`)]).toEqual([value, value, value])
      }),
      { seed },
    )
  })

  it.each(['0', '10001', -3, 'two', '99999999999999'])('says its limits where %o is given', (given) => {
    expect(size.safeParse(given).error?.issues[0]?.message).toBe(
      'expected a whole number from 1 to 10000, in decimal digits',
    )
  })

  it.each([
    true,
    [3],
    [[2]],
    '0x3',
    '3e3',
    ' 3',
    '3 ',
    '+3',
    '３',
    '3.0',
    '',
    null,
    {},
    1.5,
    Number.NaN,
    '1n',
    '0b1',
    '1_0',
  ])('is not %j', (value) => {
    expect(size.safeParse(value).success).toBe(false)
  })

  it('is nothing else, whatever JSON comes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const isWhole = Number.isInteger(value) || (typeof value === 'string' && /^-?\d{1,15}$/.test(value))
        const { success, data } = size.safeParse(value)
        expect(success).toBe(isWhole && Number(value) >= 1 && Number(value) <= 10_000)
        if (success) expect(data).toBe(Number(value))
      }),
      { seed, numRuns: 2_000 },
    )
  })

  it('is described as an integer within its bounds', () => {
    expect(z.toJSONSchema(size, { io: 'input' })).toMatchObject({ type: 'integer', minimum: 1, maximum: 10_000 })
  })
})

describe('an unsigned 64-bit integer of a caller', () => {
  it.each([
    ['u64', u64Input],
    ['octas', octasInput],
  ])('%s: decimal digits below 2^64', (_name, schema) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 66n) - 1n }), (value) => {
        expect(schema.safeParse(String(value)).success).toBe(value < 1n << 64n)
      }),
      { seed },
    )
    for (const text of [String((1n << 64n) - 1n), '0']) expect(schema.safeParse(text).success).toBe(true)
    for (const text of [String(1n << 64n), '9'.repeat(20), '1'.repeat(21), '-1', '1.0', '0x1', '1e3', '', ' 1'])
      expect(schema.safeParse(text).success, text).toBe(false)
  })
})

it('a body of token ids that is neither form is refused with a sentence that names both', () => {
  const id = `0x${'1'.repeat(64)}`
  for (const body of [[id], { tokenDataId: [id] }]) expect(tokenDataIdsInput.parse(body)).toEqual([id])
  for (const body of [{ tokenDataIds: [id] }, {}, null, id, { tokenDataId: id }])
    expect(tokenDataIdsInput.safeParse(body).error?.issues.map(({ message }) => message)).toEqual([
      'expected 1 to 200 token ids, as a list or as the member tokenDataId',
    ])
})

describe('when a bid is to end', () => {
  it('is given in seconds; milliseconds are refused with a sentence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000, max: 99_999_999_999 }), (seconds) => {
        expect(expiryInput.safeParse(String(seconds)).success).toBe(true)
        const refused = expiryInput.safeParse(String(seconds * 1_000))
        expect(refused.error?.issues.map(({ message }) => message)).toEqual([
          'is too large for seconds since 1970: give seconds, not milliseconds',
        ])
      }),
      { seed },
    )
    expect(expiryInput.safeParse(String(1n << 64n)).error?.issues[0]?.message).toBe('does not fit in 64 bits')
  })
})

describe('a member that a query may repeat', () => {
  const member = oneOrMany(addressInput, 3)

  it('holds each value once, in the order of the query, however it is spelled', () => {
    const [one, two] = [`0x${'1'.padStart(64, '0')}`, `0x${'2'.padStart(64, '0')}`]
    expect([member.parse('0x2'), member.parse(['2', '0x1', `0x${'2'.padStart(64, '0')}`])]).toEqual([[two], [two, one]])
  })

  it('is refused where there are more values than it takes, repeated ones included', () => {
    expect(member.safeParse(['1', '1', '1', '1']).success).toBe(false)
  })
})
