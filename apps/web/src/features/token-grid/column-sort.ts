import type { TokenSort } from '@opal/contract/constants/sorts'
import type { SortState } from '@opal/ui/data/data-table'

/** Sort orders of each sortable column, in the order of clicks. */
const SORTS_OF_COLUMN: Readonly<Record<string, readonly TokenSort[]>> = {
  name: ['name_asc'],
  rarity: ['rarity_asc', 'rarity_desc'],
  price: ['price_asc', 'price_desc'],
  lastSale: ['last_sale_desc'],
  listed: ['listed_desc'],
}

/** Returns whether a column is sortable. */
export function isSortable(columnId: string): boolean {
  return Object.hasOwn(SORTS_OF_COLUMN, columnId)
}

/** Returns the `sort` prop of the table for a sort order. */
export function sortOf(sort: TokenSort): { readonly sort?: SortState } {
  const found = Object.entries(SORTS_OF_COLUMN).find(([, sorts]) => sorts.includes(sort))
  return found === undefined ? {} : { sort: { columnId: found[0], direction: sort.endsWith('_asc') ? 'asc' : 'desc' } }
}

/** Returns the sort order after a click on a column's header: its first, then its second where it has one. */
export function sortAfter(now: TokenSort, columnId: string): TokenSort {
  const sorts = isSortable(columnId) ? (SORTS_OF_COLUMN[columnId] ?? []) : []
  return sorts[(sorts.indexOf(now) + 1) % Math.max(1, sorts.length)] ?? now
}
