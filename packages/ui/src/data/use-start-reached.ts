import { useEffect, useRef } from 'react'
import { ROWS_BEFORE_END } from './use-end-reached.ts'

/** Rows of a long list that are not loaded because they are far above the window. */
export interface ListBeginning {
  /** How many there are; none by default. */
  readonly skipped?: number
  /** Loads the rows from an index on; null while rows load. */
  readonly onStartReached?: ((index: number) => void) | null
}

/** Calls back when rows come near the window that are not loaded. @param first index of the first row that is rendered. */
export function useStartReached({ skipped = 0, onStartReached = null }: ListBeginning, first: number): void {
  const callback = useRef(onStartReached)
  callback.current = onStartReached
  const isWanted = onStartReached !== null && first < skipped + ROWS_BEFORE_END
  useEffect(() => {
    if (isWanted) callback.current?.(Math.max(0, first - ROWS_BEFORE_END))
  }, [isWanted, first])
}

/** Returns the part of a list that is rendered: rows that are not loaded are only counted. */
export function loadedRange<Row>(
  rows: readonly Row[],
  skipped: number,
  start: number,
  end: number,
): { readonly missing: number; readonly rows: readonly Row[] } {
  const missing = Math.max(0, Math.min(skipped, end) - start)
  return { missing, rows: rows.slice(Math.max(0, start - skipped), Math.max(0, end - skipped)) }
}
