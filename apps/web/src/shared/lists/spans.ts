/** Returns the rows from one to another, both included, whichever comes first. */
export function spanOf<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  return rows.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
}

/**
 * Returns the place among the loaded rows of what holds an element: a card of a grid or a row of a table; null outside of both.
 * @param skipped rows of the list before those that are loaded.
 */
export function placeOf(element: EventTarget | null, skipped = 0): number | null {
  if (!(element instanceof Element)) return null
  const card = element.closest<HTMLElement>('[data-index]')?.dataset.index
  const row = element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')
  if (card !== undefined) return Number(card) - skipped
  return row === null || row === undefined ? null : Number(row) - 1 - skipped
}
