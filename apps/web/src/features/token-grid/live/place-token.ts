import type { TokenSort } from '@opal/contract/constants/sorts'
import type { Token } from '@opal/contract/tokens'
import { compareTokens } from '@opal/contract/tokens/token-order'
import type { ItemsPage } from '../items-query.ts'

/**
 * Puts a token where it now belongs in pages already loaded: takes out the old row and inserts the new one in order.
 *
 * A token that belongs before the first or after the last loaded row, while there are pages, is left for those pages to bring.
 *
 * @param token null when the view no longer shows it.
 */
export function placeToken(
  pages: readonly ItemsPage[],
  tokenDataId: string,
  token: Token | null,
  sort: TokenSort,
): readonly ItemsPage[] {
  const without = pages.map((page) => ({ ...page, data: page.data.filter((row) => row.tokenDataId !== tokenDataId) }))
  if (token === null) return withTotal(without)
  const compare = compareTokens(sort)
  const at = without.findIndex((page) => page.data.some((row) => compare(token, row) < 0))
  const pageIndex = at === -1 ? without.length - 1 : at
  const target = without[pageIndex]
  if (target === undefined) return without
  const [first] = without.flatMap((page) => page.data)
  if (skippedRows(without) > 0 && first !== undefined && compare(token, first) < 0) return withTotal(without)
  // A token that sorts before the start of the next page would never be loaded.
  const isOfNextPage = target.nextCursor !== null && !(target.end && compare(token, target.end) <= 0)
  if (at === -1 && isOfNextPage) return withTotal(without)
  const placed = { ...target, data: [...target.data, token].toSorted(compare) }
  return withTotal(without.with(pageIndex, placed))
}

/** Returns the number of rows before those of some pages. */
function skippedRows([first]: readonly ItemsPage[]): number {
  return first?.skipped ?? 0
}

/** Returns whether the list is loaded to its end. */
export function isWhole(pages: readonly ItemsPage[]): boolean {
  return pages.at(-1)?.nextCursor === null
}

/**
 * Pages that agree on how many there are: their rows and those before where the end is loaded, else what was counted last, since a token
 * may have been among the rest.
 */
export function withTotal(pages: readonly ItemsPage[], counted = pages.at(-1)?.total ?? 0): readonly ItemsPage[] {
  const total = isWhole(pages) ? pages.reduce((sum, page) => sum + page.data.length, skippedRows(pages)) : counted
  return pages.map((page) => ({ ...page, total }))
}
