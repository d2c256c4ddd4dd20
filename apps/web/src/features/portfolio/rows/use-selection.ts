import { useMemo, useRef, useState } from 'react'

/** Selected rows of a list: always rows that it shows now, as they are now. */
export interface Selection<Row> {
  /** In the order of the list. */
  readonly rows: readonly Row[]
  has(key: string): boolean
  readonly state: 'none' | 'partial' | 'all'
  /** Name of the box that selects all: of how many, where more rows are not loaded yet; null where there are none. */
  readonly allLabel: string | null
  /** @param toHere from the row that was toggled last up to this one. */
  toggle(row: Row, on: boolean, toHere: boolean): void
  toggleAll(on: boolean): void
  change(added: readonly Row[], removed: readonly Row[]): void
  /** Deselects some of the rows. */
  drop(isDropped: (row: Row) => boolean): void
  clear(): void
}

/** Identity of a list, and whether its first rows are still loading. */
export interface SelectionScope {
  /** Equal for equal filters, in any order of the rows; another list starts with nothing selected. */
  readonly list: string
  readonly isLoading: boolean
  /** Rows after those that are shown are not loaded yet. */
  readonly hasMore?: boolean
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Keeps the selected rows of a list. A row that the list no longer shows is deselected, and stays so when it comes back: users
 * act only on rows that they see. The selection remains while the list loads in another order.
 * @param shown the rows in their order.
 */
export function useSelection<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => string,
  { list, isLoading, hasMore = false }: SelectionScope,
): Selection<Row> {
  const [chosen, setChosen] = useState({ list, keys: NONE })
  const last = useRef<string | null>(null)
  const keys = useMemo(() => {
    if (chosen.list !== list) return NONE
    return isLoading ? chosen.keys : stillShown(chosen.keys, new Set(shown.map(keyOf)))
  }, [chosen, list, isLoading, shown, keyOf])
  // Stored, so that a row that comes back, or the former list, starts deselected.
  if (chosen.list !== list || chosen.keys !== keys) setChosen({ list, keys })
  return useMemo(() => {
    const rows = shown.filter((row) => keys.has(keyOf(row)))
    const change = (touched: readonly Row[], on: boolean) =>
      setChosen((before) => ({ ...before, keys: changed(before.keys, touched.map(keyOf), on) }))
    return {
      rows,
      has: (key) => keys.has(key),
      state: rows.length === 0 ? 'none' : rows.length === shown.length ? 'all' : 'partial',
      allLabel: allLabelOf(shown.length, { isLoading, hasMore }),
      toggle(row, on, toHere) {
        change(toHere ? span(shown, keyOf, last.current, keyOf(row)) : [row], on)
        last.current = keyOf(row)
      },
      change(added, removed) {
        change(removed, false)
        change(added, true)
      },
      toggleAll: (on) => change(shown, on),
      drop: (isDropped) => change(shown.filter(isDropped), false),
      clear: () => setChosen((before) => ({ ...before, keys: NONE })),
    }
  }, [shown, keys, keyOf, isLoading, hasMore])
}

function allLabelOf(shown: number, { isLoading, hasMore }: Required<Omit<SelectionScope, 'list'>>): string | null {
  if (shown === 0 && !isLoading) return null
  return hasMore ? `Select all ${shown} that are loaded` : 'Select all'
}

/** Returns those of the keys that are shown; the same set when all are, so that no render follows. */
function stillShown(keys: ReadonlySet<string>, shown: ReadonlySet<string>): ReadonlySet<string> {
  const left = [...keys].filter((key) => shown.has(key))
  return left.length === keys.size ? keys : new Set(left)
}

/** Returns the rows between two, inclusive, in either direction; the last one alone when the first is not shown. */
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
