import type { TraitKind } from '@opal/contract/collections/traits'
import { describe, expect, it } from 'vitest'
import { matchTraits } from './trait-filters.tsx'

const value = (name: string) => ({ value: name, count: 1, floorPrice: null })
const fur: TraitKind = { trait_type: 'Fur', valueCount: 2, values: [value('Gold'), value('Grey')] }
const eyes: TraitKind = { trait_type: 'Eyes', valueCount: 1, values: [value('Golden')] }
const words: TraitKind = { trait_type: 'Motto', valueCount: 400, values: [value('Onward')] }

const found = (text: string) =>
  matchTraits([fur, eyes, words], text).map(({ kind, values }) => [kind.trait_type, ...values.map((one) => one.value)])

describe('matchTraits', () => {
  it('returns every trait for an empty search', () => {
    expect(found(' ')).toHaveLength(3)
  })

  it('finds values case-insensitively, and kinds with more values than were loaded', () => {
    expect(found('gold')).toEqual([['Fur', 'Gold'], ['Eyes', 'Golden'], ['Motto']])
  })

  it('returns all values of a kind whose name matches', () => {
    expect(found('fur')[0]).toEqual(['Fur', 'Gold', 'Grey'])
  })
})
