import { TOKEN_SORTS } from '@opal/contract/constants/sorts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionOf, putCondition } from '../../entities/token/token-condition.ts'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import {
  applyItemsView,
  countFilters,
  DEFAULT_ITEMS_VIEW,
  type ItemsView,
  parseItemsView,
  withName,
  withoutFilters,
} from './items-view.ts'
import { viewFilter } from './view-filter.ts'

const rank = fc.option(fc.integer({ min: 1, max: 10_000_000 }))
const bound = fc.option(fc.bigInt({ min: 0n, max: 10n ** 16n }))
const view: fc.Arbitrary<ItemsView> = fc.record({
  sort: fc.constantFrom(...TOKEN_SORTS),
  listedOnly: fc.boolean(),
  name: fc.string({ maxLength: 80, size: 'max' }),
  minPrice: bound,
  maxPrice: bound,
  marketplace: fc.option(fc.constantFrom('opal', 'other-market')),
  minRank: rank,
  maxRank: rank,
  traits: fc.uniqueArray(fc.record({ type: fc.string(), value: fc.string(), not: fc.boolean() }), {
    maxLength: 5,
    selector: ({ type, value }) => `${type}\n${value}`,
  }),
})

describe('the items view', () => {
  it('is restored from its address, to the octa', () => {
    fc.assert(
      fc.property(view, (any) => {
        const address = applyItemsView(new URLSearchParams(), any).toString()
        expect(parseItemsView(new URLSearchParams(address))).toEqual(any)
      }),
    )
  })

  // @feature portfolio.trait-bid
  it('selects the items of any condition that it is opened with', () => {
    fc.assert(
      fc.property(view, (any) => {
        const { condition } = conditionOf(viewFilter(any))
        const search = new URLSearchParams('tab=bids&rankMin=7')
        putCondition(search, condition)
        expect(search.get('tab')).toBe('bids')
        const read = parseItemsView(new URLSearchParams(search.toString()))
        expect(conditionOf(viewFilter(read))).toEqual({ condition, isWhole: true })
      }),
    )
  })

  // @feature items.search
  it('puts the shortest name first while a number is searched, unless another order was chosen', () => {
    const number = fc.tuple(fc.constantFrom('', '#', ' #'), fc.nat()).map(([sign, digits]) => `${sign}${digits}`)
    const words = fc.constantFrom('', 'Rock', 'Rock #17', '17 rocks', '#', '1.5')
    fc.assert(
      fc.property(number, words, fc.constantFrom(...TOKEN_SORTS), (typed, other, sort) => {
        expect(parseItemsView(new URLSearchParams({ name: typed })).sort).toBe('name_asc')
        expect(parseItemsView(new URLSearchParams({ name: other })).sort).toBe('price_asc')
        const numbered = withName({ ...DEFAULT_ITEMS_VIEW, name: other, sort }, typed)
        expect(numbered).toEqual({ ...DEFAULT_ITEMS_VIEW, name: typed, sort: sort === 'price_asc' ? 'name_asc' : sort })
        // Leaving the search goes back to the cheapest first; an order that was chosen stays.
        const back = sort === 'price_asc' || sort === 'name_asc' ? 'price_asc' : sort
        expect(withName(numbered, other).sort).toBe(back)
        expect(withoutFilters(numbered)).toEqual({ ...DEFAULT_ITEMS_VIEW, sort: back })
      }),
    )
  })

  it('keeps other parameters of the address', () => {
    const search = new URLSearchParams('tab=items&tokenDataId=0x1&listed=true')
    expect(applyItemsView(search, DEFAULT_ITEMS_VIEW).toString()).toBe('tab=items&tokenDataId=0x1')
  })

  it('reads hostile values as no filter', () => {
    const search = new URLSearchParams(
      'sort=evil&min=-1&max=1e99&marketplace=../x&listed=1&rankMin=0&rankMax=1e3&trait=x',
    )
    expect(parseItemsView(search)).toEqual(DEFAULT_ITEMS_VIEW)
  })

  it('reads an unknown marketplace as no filter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/), (id) => {
        const { marketplace } = parseItemsView(new URLSearchParams({ marketplace: id }), MARKETPLACES)
        expect(marketplace).toBe(id === 'own' ? id : null)
      }),
      { examples: [['own'], ['owner'], ['foo']] },
    )
  })

  it('counts a range as one filter, and every trait', () => {
    const traits = [
      { type: 'Fur', value: 'Gold', not: false },
      { type: 'Fur', value: 'Grey', not: true },
    ]
    expect(countFilters({ ...DEFAULT_ITEMS_VIEW, minPrice: 1n, maxPrice: 2n, maxRank: 9, traits })).toBe(4)
  })
})
