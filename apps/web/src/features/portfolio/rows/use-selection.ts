import { useMemo, useRef, useState } from 'react'

/** Rows somebody ticked, by key; kept while filters and pages change. */
export interface Selection<Row> {
  readonly rows: readonly Row[]
  has(key: string): boolean
  /** Of what is shown now. */
  readonly state: 'none' | 'partial' | 'all'
  /** @param toHere from the row that was ticked last up to this one. */
  toggle(row: Row, on: boolean, toHere: boolean): void
  toggleAll(on: boolean): void
  clear(): void
}

/** @param shown the rows in their order. */
export function useSelection<Row>(shown: readonly Row[], keyOf: (row: Row) => string): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const last = useRef<string | null>(null)
  return useMemo(() => {
    // What is shown is newer than what was ticked.
    const fresh = new Map(shown.filter((row) => chosen.has(keyOf(row))).map((row) => [keyOf(row), row]))
    const ticked = fresh.size
    return {
      rows: [...chosen].map(([key, row]) => fresh.get(key) ?? row),
      has: (key) => chosen.has(key),
      state: ticked === 0 ? 'none' : ticked === shown.length ? 'all' : 'partial',
      toggle(row, on, toHere) {
        const touched = toHere ? span(shown, keyOf, last.current, keyOf(row)) : [row]
        last.current = keyOf(row)
        setChosen((before) => change(before, touched, keyOf, on))
      },
      toggleAll: (on) => setChosen((before) => change(before, shown, keyOf, on)),
      clear: () => setChosen(new Map()),
    }
  }, [shown, chosen, keyOf])
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

function change<Row>(
  before: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  on: boolean,
): ReadonlyMap<string, Row> {
  const next = new Map(before)
  for (const row of rows) {
    if (on) next.set(keyOf(row), row)
    else next.delete(keyOf(row))
  }
  return next
}
