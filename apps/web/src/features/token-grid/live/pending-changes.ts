import type { Token } from '@opal/contract/tokens'

/** Changes of tokens during an interaction, by id; null for those that the view excludes now. */
export type PendingChanges = ReadonlyMap<string, Token | null>

/** No pending changes. */
export const NO_CHANGES: PendingChanges = new Map()

/** A list as it is shown while changes are pending. */
export interface ShownItems {
  /** The items in their previous order, with current data. */
  readonly items: readonly Token[]
  /** Ids of those that will leave. */
  readonly gone: ReadonlySet<string>
  /** Numbers of items that will appear, and that will leave or move. */
  readonly fresh: number
  readonly changed: number
}

/** Applies pending changes to a list without moving items: prices change in place, excluded items stay for now. */
export function showWithPending(items: readonly Token[], pending: PendingChanges): ShownItems {
  if (pending.size === 0) return { items, gone: new Set(), fresh: 0, changed: 0 }
  const here = new Set(items.map(({ tokenDataId }) => tokenDataId))
  const ids = [...pending.keys()]
  const changed = ids.filter((id) => here.has(id))
  return {
    items: items.map((token) => pending.get(token.tokenDataId) ?? token),
    gone: new Set(changed.filter((id) => pending.get(id) === null)),
    fresh: ids.filter((id) => !here.has(id) && pending.get(id) !== null).length,
    changed: changed.length,
  }
}

/** @example newItemsLabel({ fresh: 12, changed: 1 }) // '12 new, 1 changed' */
export function newItemsLabel({ fresh, changed }: Pick<ShownItems, 'fresh' | 'changed'>): string | null {
  const parts = [fresh > 0 && `${fresh} new`, changed > 0 && `${changed} changed`].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join(', ')
}
