import type { Favourites } from '../../lib/favourites.ts'

/** What was said to the wallet's list: an id, and whether it is starred. */
export interface SaidStar {
  readonly id: string
  readonly starred: boolean
}

/** What the wallet's list has not heard yet. */
export function starsToSay({ ids, unsaved }: Favourites): readonly SaidStar[] {
  return unsaved.map((id) => ({ id, starred: ids.includes(id) }))
}

/** After some was said: a star that was changed again meanwhile is still to be said. */
export function afterSaying(now: Favourites, said: readonly SaidStar[]): Favourites {
  const spoken = new Set(said.map(({ id }) => id))
  const changedSince = said.filter(({ id, starred }) => now.ids.includes(id) !== starred).map(({ id }) => id)
  return { ids: now.ids, unsaved: [...now.unsaved.filter((id) => !spoken.has(id)), ...changedSince] }
}

/** The wallet's list, with what this browser has not told it yet. */
export function withWalletList(now: Favourites, walletIds: readonly string[]): Favourites {
  const own = new Set(now.unsaved)
  const kept = now.ids.filter((id) => own.has(id))
  return { ids: [...walletIds.filter((id) => !own.has(id)), ...kept], unsaved: now.unsaved }
}
