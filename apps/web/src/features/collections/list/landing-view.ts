import { COLLECTION_SORT_KEYS, type CollectionSortKey, WINDOW_VOLUMES } from '@opal/contract/constants/sorts'
import { RANKING_WINDOWS, type RankingWindow } from '@opal/contract/constants/windows'
import { parseHidden, putHidden } from '../../../shared/components/list-controls/hidden-columns.ts'
import { toggleCompared } from '../compare/toggle-compared.ts'

/** Tabs of the landing page, as in its address. */
export const LANDING_TABS = ['top', 'trending', 'favourites'] as const
export type LandingTab = (typeof LANDING_TABS)[number]

/** Columns of the ranking that can be hidden, in their order. */
export const RANKING_COLUMNS = [
  'top-bid',
  'change',
  'volume',
  'sales',
  'total-volume',
  'market-cap',
  'listed',
  'owners',
  'supply',
  'line',
] as const
export type RankingColumn = (typeof RANKING_COLUMNS)[number]

/** The view of the landing page, all in the address. */
export interface LandingView {
  readonly tab: LandingTab
  /** Time of every column that is by time. */
  readonly window: RankingWindow
  /** Column chosen for sorting; null for the tab's own order. */
  readonly sort: CollectionSortKey | null
  readonly order: 'asc' | 'desc'
  /** Slugs chosen for comparison, the first chosen first. */
  readonly compare: readonly string[]
  /** Whether the comparison dialog is open. */
  readonly comparing: boolean
  readonly hidden: readonly RankingColumn[]
}

/** The view of an address without parameters. */
export const DEFAULT_LANDING_VIEW: LandingView = {
  tab: 'top',
  window: 'all',
  sort: null,
  order: 'desc',
  compare: [],
  comparing: false,
  hidden: [],
}
const SLUG = /^[\p{L}\p{N}-]{1,120}$/u

/** Reads the address; anything it does not know reads as the default. */
export function parseLandingView(search: URLSearchParams): LandingView {
  const slugs = (search.get('compare') ?? '').split(',').filter((slug) => SLUG.test(slug))
  const compare = slugs.reduce<readonly string[]>(
    (chosen, slug) => (chosen.includes(slug) ? chosen : toggleCompared(chosen, slug)),
    [],
  )
  return {
    tab: LANDING_TABS.find((tab) => tab === search.get('tab')) ?? DEFAULT_LANDING_VIEW.tab,
    window: RANKING_WINDOWS.find((window) => window === search.get('window')) ?? DEFAULT_LANDING_VIEW.window,
    sort: COLLECTION_SORT_KEYS.find((key) => key === search.get('sort')) ?? null,
    order: search.get('order') === 'asc' ? 'asc' : 'desc',
    compare,
    comparing: compare.length > 0 && search.get('comparing') === '1',
    hidden: parseHidden(search, RANKING_COLUMNS),
  }
}

/** Returns the search of a view, without defaults. */
export function landingSearch(view: LandingView): string {
  const search = new URLSearchParams()
  if (view.tab !== DEFAULT_LANDING_VIEW.tab) search.set('tab', view.tab)
  if (view.window !== DEFAULT_LANDING_VIEW.window) search.set('window', view.window)
  if (view.sort !== null) {
    search.set('sort', view.sort)
    search.set('order', view.order)
  }
  if (view.compare.length > 0) {
    search.set('compare', view.compare.join(','))
    if (view.comparing) search.set('comparing', '1')
  }
  putHidden(search, view.hidden)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Returns the effective sort order: the chosen column, else that of the tab and window. */
export function effectiveSort(view: LandingView): { readonly key: CollectionSortKey; readonly order: 'asc' | 'desc' } {
  if (view.sort !== null) return { key: view.sort, order: view.order }
  return { key: view.tab === 'trending' ? 'TRENDING' : WINDOW_VOLUMES[view.window], order: 'desc' }
}

/** Returns the view after a click on a column: descending, then ascending, then the tab's own order. */
export function toggleSort(view: LandingView, key: CollectionSortKey): LandingView {
  const now = effectiveSort(view)
  const first = key === 'NAME' ? 'asc' : 'desc'
  if (now.key !== key || view.sort === null) {
    // The column that is the default order already goes straight to the other direction.
    return { ...view, sort: key, order: now.key === key ? 'asc' : first }
  }
  return now.order === first
    ? { ...view, order: first === 'asc' ? 'desc' : 'asc' }
    : { ...view, sort: null, order: 'desc' }
}

/** Returns the view of another time window, sorted by the same column; columns that depend on the window become those of the new one. */
export function withWindow(view: LandingView, window: RankingWindow): LandingView {
  const sort = view.sort === null ? null : sortInWindow(view.sort, view.window, window)
  return { ...view, window, sort, order: sort === null ? 'desc' : view.order }
}

/** Matches the time in the sort key of a column that is by time. */
const TIME = /^(?:ONE_H|ONE_D|SEVEN_D|THIRTY_D|ALL_TIME)(?=_)/

/** Returns the sort key of a window's column; null for a change over all time, which there is not. */
function sortInWindow(key: CollectionSortKey, before: RankingWindow, now: RankingWindow): CollectionSortKey | null {
  // The total volume has a column of its own next to that of the window.
  if (key === 'ALL_TIME_VOLUME' && before !== 'all') return key
  const [time = ''] = TIME.exec(WINDOW_VOLUMES[now]) ?? []
  const inWindow = key.replace(TIME, time)
  return COLLECTION_SORT_KEYS.find((known) => known === inWindow) ?? null
}
