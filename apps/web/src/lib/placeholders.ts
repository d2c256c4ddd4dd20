/** @source docs/product/site.md#placeholders */
const PLACEHOLDERS = 50

/** Returns how many placeholders stand in a list while its first page, or more of it, is on its way. */
export function placeholders(list: { readonly isPending: boolean; readonly isFetchingNextPage: boolean }): number {
  return list.isPending || list.isFetchingNextPage ? PLACEHOLDERS : 0
}
