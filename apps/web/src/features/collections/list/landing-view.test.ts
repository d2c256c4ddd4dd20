import { COLLECTION_SORT_KEYS, RANKING_WINDOWS } from '@opal/contract/constants/sorts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_LANDING_VIEW,
  effectiveSort,
  LANDING_TABS,
  type LandingView,
  landingSearch,
  parseLandingView,
  RANKING_COLUMNS,
  toggleSort,
} from './landing-view.ts'

const view: fc.Arbitrary<LandingView> = fc
  .record({
    tab: fc.constantFrom(...LANDING_TABS),
    window: fc.constantFrom(...RANKING_WINDOWS),
    sort: fc.option(fc.constantFrom(...COLLECTION_SORT_KEYS)),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    compare: fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,20}$/), { maxLength: 3 }),
    comparing: fc.boolean(),
    hidden: fc.subarray([...RANKING_COLUMNS]),
  })
  .map((any) => ({
    ...any,
    order: any.sort === null ? 'desc' : any.order,
    comparing: any.comparing && any.compare.length > 0,
  }))

describe('the landing view', () => {
  // @feature table.columns, route.state, landing.tabs, landing.windows
  it('is restored from its address', () => {
    fc.assert(
      fc.property(view, (any) => {
        expect(parseLandingView(new URLSearchParams(landingSearch(any)))).toEqual(any)
      }),
    )
  })

  it('reads invalid values as the default', () => {
    expect(
      parseLandingView(new URLSearchParams('?tab=%00&window=9y&sort=DROP&order=up&cols=owners,-none,--owners')),
    ).toEqual(DEFAULT_LANDING_VIEW)
  })

  it('leaves defaults out of the address', () => {
    expect(landingSearch(DEFAULT_LANDING_VIEW)).toBe('')
  })

  // @feature landing.sort-default
  it('is ordered by the volume of all time, highest first, until a header is clicked', () => {
    expect(effectiveSort(parseLandingView(new URLSearchParams()))).toEqual({ key: 'ALL_TIME_VOLUME', order: 'desc' })
    fc.assert(
      fc.property(view, fc.constantFrom(...COLLECTION_SORT_KEYS), (any, key) => {
        const tab = any.tab === 'trending' ? 'top' : any.tab
        const unsorted: LandingView = { ...any, tab, window: 'all', sort: null, order: 'desc' }
        expect(effectiveSort(unsorted)).toEqual({ key: 'ALL_TIME_VOLUME', order: 'desc' })
        expect(effectiveSort(toggleSort(unsorted, key)).key).toBe(key)
      }),
    )
  })

  it('orders by the window, and trending by trend', () => {
    expect(effectiveSort({ ...DEFAULT_LANDING_VIEW, window: '1h' })).toEqual({ key: 'ONE_H_VOLUME', order: 'desc' })
    expect(effectiveSort({ ...DEFAULT_LANDING_VIEW, window: '7d' })).toEqual({ key: 'SEVEN_D_VOLUME', order: 'desc' })
    expect(effectiveSort({ ...DEFAULT_LANDING_VIEW, tab: 'trending' })).toEqual({ key: 'TRENDING', order: 'desc' })
  })

  it("cycles through descending, ascending and the tab's own order", () => {
    const once = toggleSort(DEFAULT_LANDING_VIEW, 'FLOOR_PRICE')
    const twice = toggleSort(once, 'FLOOR_PRICE')
    expect([once.order, twice.order, toggleSort(twice, 'FLOOR_PRICE')]).toEqual(['desc', 'asc', DEFAULT_LANDING_VIEW])
  })

  it('reverses the default column at the first click', () => {
    expect(toggleSort(DEFAULT_LANDING_VIEW, 'ALL_TIME_VOLUME')).toMatchObject({ sort: 'ALL_TIME_VOLUME', order: 'asc' })
  })
})
