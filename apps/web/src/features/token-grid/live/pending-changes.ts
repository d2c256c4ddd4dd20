import type { Token } from '@opal/contract/tokens'

/** What became of tokens while the list was kept still, by id; null for those that the view no longer shows. */
export type HeldChanges = ReadonlyMap<string, Token | null>

/** No change is held back. */
export const NOTHING_HELD: HeldChanges = new Map()

/** A list as it is shown while changes are held back. */
export interface ShownItems {
  /** In the order they had; every one as it is now. */
  readonly items: readonly Token[]
  /** Ids of those that will leave. */
  readonly gone: ReadonlySet<string>
  /** How many will appear, and how many will leave or move. */
  readonly fresh: number
  readonly changed: number
}

/** Lays held changes over a list without moving anything: prices change in place, what left stays until it is let go. */
export function showWithHeld(items: readonly Token[], held: HeldChanges): ShownItems {
  if (held.size === 0) return { items, gone: new Set(), fresh: 0, changed: 0 }
  const here = new Set(items.map(({ tokenDataId }) => tokenDataId))
  const ids = [...held.keys()]
  const changed = ids.filter((id) => here.has(id))
  return {
    items: items.map((token) => held.get(token.tokenDataId) ?? token),
    gone: new Set(changed.filter((id) => held.get(id) === null)),
    fresh: ids.filter((id) => !here.has(id) && held.get(id) !== null).length,
    changed: changed.length,
  }
}

/** @example newItemsLabel({ fresh: 12, changed: 1 }) // '12 new, 1 changed' */
export function newItemsLabel({ fresh, changed }: Pick<ShownItems, 'fresh' | 'changed'>): string | null {
  const parts = [fresh > 0 && `${fresh} new`, changed > 0 && `${changed} changed`].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join(', ')
}
