import type { TokenSort } from '@opal/contract/constants/sorts'
import type { Token } from '@opal/contract/tokens'
import type { ItemsPage } from '../items-query.ts'
import type { HeldChanges } from './pending-changes.ts'
import { placeToken } from './place-token.ts'

export interface Settled {
  readonly pages: readonly ItemsPage[]
  /** Changes that would have moved rows. */
  readonly held: HeldChanges
}

/**
 * Puts changed tokens where they now belong.
 * @param still only what moves nothing is done; everything else is held back.
 */
export function settleChanges(
  pages: readonly ItemsPage[],
  changes: HeldChanges,
  sort: TokenSort,
  still: boolean,
): Settled {
  const held = new Map<string, Token | null>()
  let settled = pages
  for (const [id, token] of changes) {
    const next = placeToken(settled, id, token, sort)
    if (still && !sameOrder(settled, next)) held.set(id, token)
    else settled = next
  }
  return { pages: settled, held }
}

function sameOrder(before: readonly ItemsPage[], after: readonly ItemsPage[]): boolean {
  const ids = (pages: readonly ItemsPage[]) => pages.flatMap((page) => page.data.map((row) => row.tokenDataId))
  const next = ids(after)
  const now = ids(before)
  return now.length === next.length && now.every((id, index) => id === next[index])
}
