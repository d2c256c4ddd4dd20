import { describe, expect, it } from 'vitest'
import { conditionLabels, conditionOf, setLabel } from './token-condition.ts'

// @feature bid.trait-words
describe('the words of a condition', () => {
  it.each([
    [{}, []],
    [{ attributes: [{ trait_type: 'Fur', value: 'Gold' }] }, ['Fur: Gold']],
    [{ attributes: [{ trait_type: 'Fur', value: ['Gold', ''] }] }, ['Fur: Gold or Empty']],
    [
      {
        attributes: [
          { trait_type: 'Fur', value: 'Gold' },
          { trait_type: 'Hat', value: ['None'], not: true },
          { trait_type: 'Fur', value: 'Red' },
        ],
      },
      ['Fur: Gold or Red', 'Not Hat: None'],
    ],
    [{ rarityTop: 500 }, ['Rank up to 500']],
    [{ rarityBottom: 20 }, ['Rank from 20']],
    [{ rarityBottom: 20, rarityTop: 500 }, ['Rank 20 to 500']],
  ])('of case %#', (condition, labels) => {
    expect(conditionLabels(condition)).toEqual(labels)
  })

  it.each([
    [
      { condition: { attributes: [{ trait_type: 'Fur', value: 'Gold' }], rarityTop: 9, rarityBottom: 0 }, size: 3 },
      'Fur: Gold, Rank up to 9',
    ],
    [{ condition: null, size: 1 }, '1 chosen item'],
    [{ condition: null, size: 1200 }, '1,200 chosen items'],
    [{ condition: null, size: null }, 'Chosen items'],
  ])('of a set, case %#', (set, label) => {
    expect(setLabel(set)).toBe(label)
  })
})

// @feature bid.trait
it.each([
  [{}, {}, true],
  [{ rarityTop: 9, rarityBottom: 2 }, { rarityTop: 9, rarityBottom: 2 }, true],
  [{ attributes: [], nftType: 'LISTED' as const }, { attributes: [] }, false],
  [{ rarityTop: 9, name: '7$' }, { rarityTop: 9 }, false],
  [{ priceTop: '5' }, {}, false],
  [{ marketplace: 'own' }, {}, false],
])('a bid is for the traits and ranks of a filter, case %#', (filter, condition, isWhole) => {
  expect(conditionOf(filter)).toEqual({ condition, isWhole })
})
