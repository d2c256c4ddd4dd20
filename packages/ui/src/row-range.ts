/** Rows of a list that are in the document: the first, and one past the last. */
export interface RowRange {
  readonly start: number
  readonly end: number
}

/** Height in px that is filled before the window has been measured, and that is kept ready beyond its edges. */
const TALL_SCREEN = 1280
const BEYOND_EDGE = 400

/** Rows kept ready above and below the window: as many as a flick of the wheel passes. */
export function overscanRows(rowHeight: number): number {
  return Math.ceil(BEYOND_EDGE / rowHeight)
}

/** What is rendered before anybody could scroll. */
export function firstRows(count: number, rowHeight: number): RowRange {
  return { start: 0, end: Math.min(count, Math.ceil(TALL_SCREEN / rowHeight) + overscanRows(rowHeight)) }
}
