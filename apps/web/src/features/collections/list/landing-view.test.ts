import { COLLECTION_SORT_KEYS } from '@opal/contract/constants/sorts'
import { RANKING_WINDOWS, type RankingWindow } from '@opal/contract/constants/windows'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectionColumns } from './collection-columns.tsx'
import {
  DEFAULT_LANDING_VIEW,
  effectiveSort,
  LANDING_TABS,
  type LandingView,
  landingSearch,
  parseLandingView,
  RANKING_COLUMNS,
  toggleSort,
  withWindow,
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

function columnsOf(window: RankingWindow): readonly string[] {
  return collectionColumns(window, { chosen: [], toggle: () => {} }).map(({ id }) => id)
}

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

  // @feature landing.windows
  it.each([
    ['FLOOR_PRICE', '1d', '7d', 'FLOOR_PRICE'],
    ['NAME', 'all', '1h', 'NAME'],
    ['ONE_D_SALES', '1d', '7d', 'SEVEN_D_SALES'],
    ['ONE_H_CHANGE', '1h', '30d', 'THIRTY_D_CHANGE'],
    ['ALL_TIME_SALES', 'all', '1d', 'ONE_D_SALES'],
    ['ALL_TIME_VOLUME', 'all', '7d', 'SEVEN_D_VOLUME'],
    ['ALL_TIME_VOLUME', '1d', '7d', 'ALL_TIME_VOLUME'],
    ['SEVEN_D_CHANGE', '7d', 'all', null],
  ] as const)('ordered by %s keeps that order from %s to %s: %s', (sort, window, next, expected) => {
    const before = { ...DEFAULT_LANDING_VIEW, window, sort, order: 'asc' as const }
    const after = withWindow(before, next)
    expect(after).toEqual({ ...before, window: next, sort: expected, order: expected === null ? 'desc' : 'asc' })
  })

  // @feature landing.windows
  it('is ordered in any window by a column that it has, or by the default', () => {
    fc.assert(
      fc.property(view, fc.constantFrom(...RANKING_WINDOWS), (any, window) => {
        const { sort } = withWindow(any, window)
        const had = columnsOf(any.window).some((id) => id === any.sort)
        expect(sort === null || !had || columnsOf(window).some((id) => id === sort)).toBe(true)
        expect(withWindow({ ...any, sort: null }, window).sort).toBeNull()
      }),
    )
  })

  it('reverses the default column at the first click', () => {
    expect(toggleSort(DEFAULT_LANDING_VIEW, 'ALL_TIME_VOLUME')).toMatchObject({ sort: 'ALL_TIME_VOLUME', order: 'asc' })
  })
})
