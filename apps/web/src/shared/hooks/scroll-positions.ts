/** The scroll position of each visited page in px, by the key of its history entry. Survives a reload of the tab. */
export interface ScrollPositions {
  /** Returns null for an unknown entry. */
  get(key: string): number | null
  set(key: string, position: number): void
}

const MAX_POSITIONS = 100
const STORAGE_KEY = 'opal:places'

/** Loads the positions of this tab; stores them when the tab is hidden, left or reloaded. */
export function openScrollPositions(window: Window): ScrollPositions {
  const positions = readPositions(window)
  window.document.addEventListener('visibilitychange', () => {
    if (window.document.visibilityState === 'hidden') writePositions(window, positions)
  })
  return {
    get: (key) => positions.get(key) ?? null,
    set(key, position) {
      positions.delete(key)
      positions.set(key, position)
      const [oldest] = positions.keys()
      if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest)
    },
  }
}

function readPositions(window: Window): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    return new Map(Array.isArray(stored) ? stored.filter(isPosition).slice(-MAX_POSITIONS) : [])
  } catch {
    // Storage can be forbidden, and people edit it.
    return new Map()
  }
}

function writePositions(window: Window, positions: ReadonlyMap<string, number>): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]))
  } catch {
    // Full or forbidden: a reload then starts at the browser's own position.
  }
}

function isPosition(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1])
}
