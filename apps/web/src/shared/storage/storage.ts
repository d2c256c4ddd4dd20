import type { Guard } from './guards.ts'

/** Reads what this browser keeps under a key; null when nothing, or nothing of that shape, is there. */
export function readStored<Value>(key: string, isValue: Guard<Value>): Value | null {
  try {
    const text = window.localStorage.getItem(key)
    const value: unknown = text === null ? null : JSON.parse(text)
    return isValue(value) ? value : null
  } catch {
    // Storage can be forbidden, and people edit it.
    return null
  }
}

/** Keeps a value in this browser, or forgets it when null. Where storage is forbidden nothing is kept. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: the page works on without memory.
  }
}
