import { useMemo, useRef, useState } from 'react'

/** Selected rows of a list: always rows that it shows now, as they are now. */
export interface Selection<Row> {
  /** In the order of the list. */
  readonly rows: readonly Row[]
  has(key: string): boolean
  readonly state: 'none' | 'partial' | 'all'
  /** @param toHere from the row that was toggled last up to this one. */
  toggle(row: Row, on: boolean, toHere: boolean): void
  toggleAll(on: boolean): void
  clear(): void
}

/** Subject of a list, and whether its first rows are still on their way. */
export interface SelectionScope {
  /** Names what the list is filtered by; another list starts with nothing selected. */
  readonly list: string
  readonly isLoading: boolean
}

const NOTHING: ReadonlySet<string> = new Set()

/**
 * Selects rows of a list. A row that the list does not show any more is no longer selected, also when it comes back: nobody
 * acts on what they do not see. While the list is loaded in another order the selection waits.
 * @param shown the rows in their order.
 */
export function useSelection<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => string,
  { list, isLoading }: SelectionScope,
): Selection<Row> {
  const [chosen, setChosen] = useState({ list, keys: NOTHING })
  const last = useRef<string | null>(null)
  const keys = useMemo(() => {
    if (chosen.list !== list) return NOTHING
    return isLoading ? chosen.keys : stillShown(chosen.keys, shown.map(keyOf))
  }, [chosen, list, isLoading, shown, keyOf])
  if (chosen.list !== list || chosen.keys !== keys) setChosen({ list, keys })
  return useMemo(() => {
    const rows = shown.filter((row) => keys.has(keyOf(row)))
    const change = (touched: readonly Row[], on: boolean) =>
      setChosen((before) => ({ ...before, keys: changed(before.keys, touched.map(keyOf), on) }))
    return {
      rows,
      has: (key) => keys.has(key),
      state: rows.length === 0 ? 'none' : rows.length === shown.length ? 'all' : 'partial',
      toggle(row, on, toHere) {
        change(toHere ? span(shown, keyOf, last.current, keyOf(row)) : [row], on)
        last.current = keyOf(row)
      },
      toggleAll: (on) => change(shown, on),
      clear: () => setChosen((before) => ({ ...before, keys: NOTHING })),
    }
  }, [shown, keys, keyOf])
}

/** Returns the keys that are shown: the same set where that is all of them. */
function stillShown(keys: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  const left = shown.filter((key) => keys.has(key))
  return left.length === keys.size ? keys : new Set(left)
}

/** Rows from one to another, whichever comes first; the other alone where the one is not shown. */
export function span<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  from: string | null,
  to: string,
): readonly Row[] {
  const end = rows.findIndex((row) => keyOf(row) === to)
  const start = rows.findIndex((row) => keyOf(row) === from)
  if (start < 0 || end < 0) return rows.slice(end < 0 ? rows.length : end, end + 1)
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}

function changed(before: ReadonlySet<string>, touched: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(before)
  for (const key of touched) {
    if (on) next.add(key)
    else next.delete(key)
  }
  return next
}
