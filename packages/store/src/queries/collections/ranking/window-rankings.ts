import type { VolumeWindow } from '../volume-sql.ts'

/** Measure of a ranking by a window: the volume or the number of its sales, or how the floor has changed in it. */
export interface WindowRanking {
  readonly by: 'octas' | 'sales' | 'change'
  readonly window: VolumeWindow
}

/** The rankings by a window. */
export const WINDOW_RANKINGS = {
  ONE_H_VOLUME: { by: 'octas', window: 'hour' },
  ONE_D_VOLUME: { by: 'octas', window: 'day' },
  SEVEN_D_VOLUME: { by: 'octas', window: 'week' },
  THIRTY_D_VOLUME: { by: 'octas', window: 'month' },
  ONE_H_SALES: { by: 'sales', window: 'hour' },
  ONE_D_SALES: { by: 'sales', window: 'day' },
  SEVEN_D_SALES: { by: 'sales', window: 'week' },
  THIRTY_D_SALES: { by: 'sales', window: 'month' },
  ONE_H_CHANGE: { by: 'change', window: 'hour' },
  ONE_D_CHANGE: { by: 'change', window: 'day' },
  SEVEN_D_CHANGE: { by: 'change', window: 'week' },
  THIRTY_D_CHANGE: { by: 'change', window: 'month' },
} as const satisfies Readonly<Record<string, WindowRanking>>

export type WindowRankingName = keyof typeof WINDOW_RANKINGS

/** Returns whether a ranking is one by a window. */
export function isWindowRanking(ranking: string): ranking is WindowRankingName {
  return Object.hasOwn(WINDOW_RANKINGS, ranking)
}
