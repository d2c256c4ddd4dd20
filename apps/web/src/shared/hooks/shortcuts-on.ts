import { isOneOf } from '../storage/guards.ts'
import { readStored, writeStored } from '../storage/storage.ts'
import { createStore } from './store.ts'

const KEY = 'opal.shortcuts'
const isChoice = isOneOf(['on', 'off'])

/** Whether single-key shortcuts are on. Users of speech input or with tremor can turn them off (WCAG 2.1.4). */
export const shortcutsOn = createStore(true)

/** Loads the choice from local storage. */
export function openShortcuts(): void {
  shortcutsOn.set(readStored(KEY, isChoice) !== 'off')
}

/** Turns single-key shortcuts on or off, and stores the choice. */
export function turnShortcuts(on: boolean): void {
  shortcutsOn.set(on)
  writeStored(KEY, on ? null : 'off')
}

/** Takes characters: any input but boxes, sliders and buttons. */
const FIELD =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, select, [contenteditable]'

/** Returns whether a key press goes to an input field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(FIELD) !== null
}
