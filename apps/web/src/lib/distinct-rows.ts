/**
 * The rows of all pages that were read, each once and where it came first: what moves between two pages while somebody
 * scrolls is in both. @source docs/product/site.md#distinct-rows
 */
export function distinctRows<Row>(
  pages: readonly { readonly data: readonly Row[] }[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const { data } of pages) {
    for (const row of data) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row)
  }
  return [...rows.values()]
}
