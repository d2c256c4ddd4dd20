import type { Token } from '@opal/contract/shapes/token'
import { compareTokens } from '@opal/contract/shapes/token-order'
import type { TokenSort } from '@opal/contract/shapes/token-sort'
import type { ItemsPage } from './items-query.ts'

/**
 * Puts a token where it now belongs in pages already loaded: takes out the old row and inserts the new one in order.
 *
 * A token that belongs after the last loaded row, while more pages exist, is left for those pages to bring. How many there
 * are is counted along where all of them are loaded; elsewhere nobody here knows whether a token was among the rest.
 *
 * @param token null when the view no longer shows it.
 */
export function placeToken(
  pages: readonly ItemsPage[],
  tokenDataId: string,
  token: Token | null,
  sort: TokenSort,
): readonly ItemsPage[] {
  const wasThere = pages.some((page) => page.data.some((row) => row.tokenDataId === tokenDataId))
  const without = pages.map((page) => ({ ...page, data: page.data.filter((row) => row.tokenDataId !== tokenDataId) }))
  if (token === null) return countBy(without, wasThere ? -1 : 0)
  const compare = compareTokens(sort)
  const at = without.findIndex((page) => page.data.some((row) => compare(token, row) < 0))
  const pageIndex = at === -1 ? without.length - 1 : at
  const target = without[pageIndex]
  if (target === undefined || (at === -1 && target.nextCursor !== null)) return countBy(without, wasThere ? 0 : 1)
  const placed = { ...target, data: [...target.data, token].toSorted(compare) }
  return countBy(without.with(pageIndex, placed), wasThere ? 0 : 1)
}

/** Has the list been read to its end? */
export function isWhole(pages: readonly ItemsPage[]): boolean {
  return pages.at(-1)?.nextCursor === null
}

function countBy(pages: readonly ItemsPage[], difference: number): readonly ItemsPage[] {
  return difference === 0 || !isWhole(pages)
    ? pages
    : pages.map((page) => ({ ...page, total: page.total + difference }))
}
