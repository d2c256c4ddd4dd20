import { describe, expect, it } from 'vitest'
import { presentAttributes } from './present-attributes.ts'

describe('presentAttributes', () => {
  it('prefers the metadata', () => {
    expect(presentAttributes([{ trait_type: 'Hat', value: 'Crown' }], { Hat: 'Cap' })).toEqual([
      { trait_type: 'Hat', value: 'Crown' },
    ])
  })

  it('falls back to the property map', () => {
    expect(presentAttributes(null, { Hat: 'Cap', Level: 3 })).toEqual([
      { trait_type: 'Hat', value: 'Cap' },
      { trait_type: 'Level', value: '3' },
    ])
  })

  it('leaves out what has another shape', () => {
    expect(presentAttributes([null, 7, { trait_type: 'Deep', value: { a: 1 } }, { value: 'x' }], null)).toEqual([])
    expect(presentAttributes('hello', ['a'])).toEqual([])
  })
})
