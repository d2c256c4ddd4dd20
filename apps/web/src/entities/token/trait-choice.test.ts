import { listCollectionTokens } from '@opal/contract/tokens'
import { processorMs } from '@opal/domain/testing/processor-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceOf, conditionsOf, parseTraitChoices, putTraitChoices, toggleChoice } from './trait-choice.ts'

const choice = fc.record({
  type: fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
  value: fc.string({ maxLength: 30, unit: 'grapheme' }),
  not: fc.boolean(),
})
const choices = fc.uniqueArray(choice, { maxLength: 20, selector: ({ type, value }) => `${type}\n${value}` })
const gold = { type: 'Fur', value: 'Gold', not: false }

describe('trait choices', () => {
  it('survive a round trip through the address, whatever characters they hold', () => {
    fc.assert(
      fc.property(choices, (any) => {
        const search = new URLSearchParams('sort=name_asc')
        putTraitChoices(search, any)
        expect(parseTraitChoices(new URLSearchParams(search.toString()))).toEqual(any)
      }),
    )
  })

  it('take the later of two choices of one value, and ignore invalid ones', () => {
    const search = new URLSearchParams('trait=Fur:Gold&without=Fur:Gold&trait=nonsense&trait=Eyes:Red: Hot')
    expect(parseTraitChoices(search)).toEqual([
      { type: 'Fur', value: 'Gold', not: true },
      { type: 'Eyes', value: 'Red: Hot', not: false },
    ])
  })

  it('are read in the time of one look at each, however many an address has', async () => {
    const search = new URLSearchParams(Array.from({ length: 40_000 }, (_, at) => ['trait', `Fur:${at % 30_000}`]))
    expect(await processorMs(() => parseTraitChoices(search))).toBeLessThan(1_000)
    expect(parseTraitChoices(search).map(({ value }) => value)).toEqual(
      Array.from({ length: 50 }, (_, at) => String(10_000 + at)),
    )
  })

  it('are removed by a second toggle, and replaced by their opposite', () => {
    const wanted = toggleChoice([], gold)
    expect(choiceOf(wanted, 'Fur', 'Gold')).toBe('wanted')
    expect(toggleChoice(wanted, gold)).toEqual([])
    expect(choiceOf(toggleChoice(wanted, { ...gold, not: true }), 'Fur', 'Gold')).toBe('refused')
  })

  it('group wanted values of one kind in one condition, and excluded ones in another', () => {
    const all = [gold, { type: 'Eyes', value: 'Red', not: true }, { type: 'Fur', value: 'Grey', not: false }]
    expect(conditionsOf(all)).toEqual([
      { trait_type: 'Fur', value: ['Gold', 'Grey'] },
      { trait_type: 'Eyes', value: ['Red'], not: true },
    ])
    expect(conditionsOf([])).toEqual([])
  })

  it('always form a filter that the contract accepts', () => {
    fc.assert(
      fc.property(choices, (any) => {
        const attributes = JSON.stringify(conditionsOf(any))
        expect(listCollectionTokens.query.safeParse({ attributes }).success).toBe(true)
      }),
    )
  })
})
