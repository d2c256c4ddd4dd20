/**
 * Rows in the order they were first seen in, new ones after them: what a person is about to press does not move away
 * when counts change.
 */
export function keepOrder<Row>(
  seen: readonly string[],
  rows: readonly Row[],
  key: (row: Row) => string,
): readonly Row[] {
  const place = new Map(seen.map((name, index) => [name, index]))
  return rows.toSorted((a, b) => (place.get(key(a)) ?? seen.length) - (place.get(key(b)) ?? seen.length))
}
