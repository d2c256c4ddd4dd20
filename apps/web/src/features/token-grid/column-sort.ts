import type { TokenSort } from '@opal/contract/sorts'
import type { SortState } from '@opal/ui/data/data-table'

/** Orders that a column of the items table has, the first one first; those of other columns there are none. */
const SORTS_OF_COLUMN: Readonly<Record<string, readonly TokenSort[]>> = {
  name: ['name_asc'],
  rarity: ['rarity_asc', 'rarity_desc'],
  price: ['price_asc', 'price_desc'],
  lastSale: ['last_sale_desc'],
  listed: ['listed_desc'],
}

/** Can the table be ordered by a column? */
export function isSortable(columnId: string): boolean {
  return Object.hasOwn(SORTS_OF_COLUMN, columnId)
}

/** Which column an order belongs to, and its direction: a table's `sort`. */
export function sortOf(sort: TokenSort): { readonly sort?: SortState } {
  const found = Object.entries(SORTS_OF_COLUMN).find(([, sorts]) => sorts.includes(sort))
  return found === undefined ? {} : { sort: { columnId: found[0], direction: sort.endsWith('_asc') ? 'asc' : 'desc' } }
}

/** The order after a press on a column's header: its first, then its other where it has one. */
export function sortAfter(now: TokenSort, columnId: string): TokenSort {
  const sorts = isSortable(columnId) ? (SORTS_OF_COLUMN[columnId] ?? []) : []
  return sorts[(sorts.indexOf(now) + 1) % Math.max(1, sorts.length)] ?? now
}
