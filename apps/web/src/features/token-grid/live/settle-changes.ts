import type { TokenSort } from '@opal/contract/constants/sorts'
import type { Token } from '@opal/contract/tokens'
import type { ItemsPage } from '../items-query.ts'
import type { PendingChanges } from './pending-changes.ts'
import { placeToken } from './place-token.ts'

export interface Settled {
  readonly pages: readonly ItemsPage[]
  /** Changes that would have moved rows. */
  readonly pending: PendingChanges
}

/**
 * Puts changed tokens where they now belong.
 * @param isStill whether rows must not move: what would move one is pending then.
 */
export function settleChanges(
  pages: readonly ItemsPage[],
  changes: PendingChanges,
  sort: TokenSort,
  isStill: boolean,
): Settled {
  const pending = new Map<string, Token | null>()
  let settled = pages
  for (const [id, token] of changes) {
    const next = placeToken(settled, id, token, sort)
    if (isStill && !sameOrder(settled, next)) pending.set(id, token)
    else settled = next
  }
  return { pages: settled, pending }
}

function sameOrder(before: readonly ItemsPage[], after: readonly ItemsPage[]): boolean {
  const ids = (pages: readonly ItemsPage[]) => pages.flatMap((page) => page.data.map((row) => row.tokenDataId))
  const next = ids(after)
  const now = ids(before)
  return now.length === next.length && now.every((id, index) => id === next[index])
}
