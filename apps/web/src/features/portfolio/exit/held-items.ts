import { createStore } from '../../../shared/hooks/store.ts'
import { isListOf, isText } from '../../../shared/storage/guards.ts'
import { followStored, readStored, writeStored } from '../../../shared/storage/storage.ts'

const KEY = 'opal.held'
/** Maximum of stored items; the oldest is deleted first. */
export const MAX_HELD = 2_000
const isKeys = isListOf(isText(/^0x[0-9a-f]{64} 0x[0-9a-f]{64}( \d{1,20})?$/), MAX_HELD)

/** Items that the user chose to hold, by `exitItemKey`, stored in this browser only. @source docs/product/portfolio-and-pnl.md#exit */
export const heldItems = createStore<readonly string[]>([])

/** Loads the items from local storage and follows changes of other tabs. @returns stops following. */
export function openHeldItems(): () => void {
  return followStored([KEY], () => heldItems.set(readStored(KEY, isKeys) ?? []))
}

/** Stores that an item is held, or no longer. */
export function setHeld(key: string, isHeld: boolean): void {
  const before = heldItems.get()
  if (before.includes(key) === isHeld) return
  const next = isHeld ? [...before, key].slice(-MAX_HELD) : before.filter((other) => other !== key)
  heldItems.set(next)
  writeStored(KEY, next)
}
