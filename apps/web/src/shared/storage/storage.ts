import type { Guard } from './guards.ts'

/** Reads a value from local storage; null when it is missing or does not have the shape. */
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

/**
 * Writes a value to local storage; null removes it.
 * @returns false where storage is full or forbidden: then what was stored before stays, and the page works without it.
 */
export function writeStored(key: string, value: unknown): boolean {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Reads what is stored under some keys, now and whenever another tab changes it. @returns stops following. */
export function followStored(keys: readonly string[], read: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Null: all of it was cleared.
    if (key === null || keys.includes(key)) read()
  }
  read()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
