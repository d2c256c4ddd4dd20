import { describe, expect, it } from 'vitest'
import { isAbsentOr, isListOf, isNullOr, isNumber, isObject, isOneOf, isString, isText } from './guards.ts'

const isVisit = isObject({
  id: isText(/^0x[0-9a-f]+$/),
  name: isString,
  image: isNullOr(isString),
  kind: isOneOf(['a', 'b']),
})

describe('guards', () => {
  it('accept values of the shape, and with additional members', () => {
    expect(isVisit({ id: '0x1', name: '', image: null, kind: 'a', more: 1 })).toBe(true)
    expect(isListOf(isVisit, 1)([{ id: '0x1', name: 'n', image: 'i', kind: 'b' }])).toBe(true)
  })

  it('accept what an earlier version of the site stored without a member', () => {
    const isLater = isObject({ id: isString, added: isAbsentOr(isNumber) })
    expect([{ id: 'a' }, { id: 'a', added: 1 }, { id: 'a', added: 'b' }].map(isLater)).toEqual([true, true, false])
  })

  it.each([
    null,
    undefined,
    'text',
    [],
    {},
    { id: '0xZ', name: '', image: null, kind: 'a' },
    { id: '0x1', name: 1, image: null, kind: 'a' },
  ])('refuse %j', (value) => {
    expect(isVisit(value)).toBe(false)
  })

  it('reject lists that are too long or hold an invalid element', () => {
    expect(isListOf(isNumber, 2)([1, 2, 3])).toBe(false)
    expect(isListOf(isNumber, 2)([1, Number.NaN])).toBe(false)
    expect(isListOf(isNumber, 2)({ length: 0 })).toBe(false)
  })
})
