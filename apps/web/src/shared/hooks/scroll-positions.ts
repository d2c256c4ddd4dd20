/** How far each visited page was scrolled, in px, by the key of its entry in the history. Outlives a reload of the tab. */
export interface ScrollPositions {
  /** Null where the entry was never seen. */
  get(key: string): number | null
  set(key: string, place: number): void
}

const MOST_PLACES = 100
const STORED = 'opal:places'

/** Places of this tab, written down when it is hidden, left or loaded anew. */
export function openScrollPositions(window: Window): ScrollPositions {
  const places = readPlaces(window)
  window.document.addEventListener('visibilitychange', () => {
    if (window.document.visibilityState === 'hidden') writePlaces(window, places)
  })
  return {
    get: (key) => places.get(key) ?? null,
    set(key, place) {
      places.delete(key)
      places.set(key, place)
      const [oldest] = places.keys()
      if (places.size > MOST_PLACES && oldest !== undefined) places.delete(oldest)
    },
  }
}

function readPlaces(window: Window): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORED) ?? '[]')
    return new Map(Array.isArray(stored) ? stored.filter(isPlace).slice(-MOST_PLACES) : [])
  } catch {
    // Storage can be forbidden, and people edit it.
    return new Map()
  }
}

function writePlaces(window: Window, places: ReadonlyMap<string, number>): void {
  try {
    window.sessionStorage.setItem(STORED, JSON.stringify([...places]))
  } catch {
    // Full or forbidden: a reload then begins where the browser puts it.
  }
}

function isPlace(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1])
}
