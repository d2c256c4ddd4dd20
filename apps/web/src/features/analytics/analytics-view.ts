import { HISTORY_WINDOWS, type HistoryWindow } from '@opal/contract/constants/windows'

/** Options of the charts, all in the address. */
export interface AnalyticsView {
  readonly window: HistoryWindow
  /** Whether sales far from all others are shown. */
  readonly outliers: boolean
  /** Whether volume includes wash trades: of a wallet with itself or with one that it exchanged money with. */
  readonly wash: boolean
}

/** 30 days, without outliers, with wash trades. */
export const DEFAULT_ANALYTICS_VIEW: AnalyticsView = { window: '30d', outliers: false, wash: true }

/** Reads the address; anything it does not know reads as the default. */
export function parseAnalyticsView(search: URLSearchParams): AnalyticsView {
  return {
    window: HISTORY_WINDOWS.find((window) => window === search.get('window')) ?? DEFAULT_ANALYTICS_VIEW.window,
    outliers: search.get('outliers') === 'true',
    wash: search.get('wash') !== 'exclude',
  }
}

/** Puts a view into an address, keeping what belongs to others. Defaults are left out. */
export function applyAnalyticsView(search: URLSearchParams, view: AnalyticsView): URLSearchParams {
  const next = new URLSearchParams(search)
  if (view.window === DEFAULT_ANALYTICS_VIEW.window) next.delete('window')
  else next.set('window', view.window)
  if (view.outliers) next.set('outliers', 'true')
  else next.delete('outliers')
  if (view.wash) next.delete('wash')
  else next.set('wash', 'exclude')
  return next
}
