import type { TraitKind } from '@opal/contract/token-filter'
import { describe, expect, it } from 'vitest'
import { matchTraits } from './trait-filters.tsx'

const value = (name: string) => ({ value: name, count: 1, floorPrice: null })
const fur: TraitKind = { trait_type: 'Fur', valueCount: 2, values: [value('Gold'), value('Grey')] }
const eyes: TraitKind = { trait_type: 'Eyes', valueCount: 1, values: [value('Golden')] }
const words: TraitKind = { trait_type: 'Motto', valueCount: 400, values: [value('Onward')] }

const found = (text: string) =>
  matchTraits([fur, eyes, words], text).map(({ kind, values }) => [kind.trait_type, ...values.map((one) => one.value)])

describe('matchTraits', () => {
  it('keeps everything while nothing is typed', () => {
    expect(found(' ')).toHaveLength(3)
  })

  it('finds values in any case, and kinds that have more of them than were sent', () => {
    expect(found('gold')).toEqual([['Fur', 'Gold'], ['Eyes', 'Golden'], ['Motto']])
  })

  it('keeps all values of a kind that is itself named', () => {
    expect(found('fur')[0]).toEqual(['Fur', 'Gold', 'Grey'])
  })
})
