/** Time windows of activity and of points. @source docs/product/rewards.md#intervals */
export const WINDOWS = ['1d', '7d', '30d', 'all'] as const
export type TimeWindow = (typeof WINDOWS)[number]

/** Time windows of the ranking: of volumes, sales, changes of the floor and its line. */
export const RANKING_WINDOWS = ['1h', ...WINDOWS] as const
export type RankingWindow = (typeof RANKING_WINDOWS)[number]

/** Time windows of a collection's history. */
export const HISTORY_WINDOWS = ['1d', '7d', '30d', '90d', '1y'] as const
export type HistoryWindow = (typeof HISTORY_WINDOWS)[number]

/** Hours of each window, and of a step in it. */
export const HISTORY_STEPS: Readonly<Record<HistoryWindow, { readonly hours: number; readonly stepHours: number }>> = {
  '1d': { hours: 24, stepHours: 1 },
  '7d': { hours: 168, stepHours: 4 },
  '30d': { hours: 720, stepHours: 24 },
  '90d': { hours: 2160, stepHours: 24 },
  '1y': { hours: 8760, stepHours: 168 },
}
