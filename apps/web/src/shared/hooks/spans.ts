/** Returns the rows from one to another, both included, whichever comes first. */
export function spanOf<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  return rows.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
}

/** Returns the place in its list of what holds an element: a card of a grid or a row of a table; null outside of both. */
export function placeOf(element: EventTarget | null): number | null {
  if (!(element instanceof Element)) return null
  const card = element.closest<HTMLElement>('[data-index]')?.dataset.index
  const row = element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')
  if (card !== undefined) return Number(card)
  return row === null || row === undefined ? null : Number(row) - 1
}
