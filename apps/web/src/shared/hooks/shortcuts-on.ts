import { isOneOf } from '../storage/guards.ts'
import { readStored, writeStored } from '../storage/storage.ts'
import { createStore } from './store.ts'

const KEY = 'opal.shortcuts'
const isChoice = isOneOf(['on', 'off'])

/** Do single keys do something? Readers whose speech or hands strike keys by chance turn them off (WCAG 2.1.4). */
export const shortcutsOn = createStore(true)

/** Reads what was chosen in this browser. */
export function openShortcuts(): void {
  shortcutsOn.set(readStored(KEY, isChoice) !== 'off')
}

/** Turns keys of the whole site on or off, for later visits too. */
export function turnShortcuts(on: boolean): void {
  shortcutsOn.set(on)
  writeStored(KEY, on ? null : 'off')
}

/** Is the reader in the middle of typing? */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
