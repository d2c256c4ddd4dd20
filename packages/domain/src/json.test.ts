import { describe, expect, it } from 'vitest'
import { isJsonObject, jsonAt } from './json.ts'

describe('jsonAt', () => {
  const value = { token: { vec: [{ inner: '0x1' }] }, none: null }

  it('walks objects and arrays', () => {
    expect(jsonAt(value, 'token.vec.0.inner')).toBe('0x1')
    expect(jsonAt(value, 'none')).toBeNull()
  })

  it.each(['token.vec.1.inner', 'token.vec.x', 'nothing', 'none.further', 'token.vec.0.inner.length'])(
    'has nothing at %s',
    (path) => {
      expect(jsonAt(value, path)).toBeUndefined()
    },
  )

  it('tells objects from arrays and null', () => {
    expect([{}, [], null, undefined, 'x'].map(isJsonObject)).toEqual([true, false, false, false, false])
  })
})
