import type { BusyMedia, MediaJob } from '@opal/store/projections/metadata/media-jobs'

/** Number of concurrent jobs. */
export interface SlotLimits {
  /** Of all sources and collections together. */
  readonly slots: number
  /** Of one source, or one collection, that is not known yet. */
  readonly first: number
  /** Of one source, or one collection, that answers quickly. */
  readonly most: number
}

/** Duration from which on a failure counts as a hang, and a success earns no further slot. */
const SLOW_MS = 5_000
/** After a slow failure nothing is taken of its source and its collection for this long, and twice as long after each further one. */
const FIRST_REST_MS = 15_000
const MAX_REST_MS = 5 * 60_000
/** Sources and collections in memory; the least recently used idle one is evicted first. */
const MAX_GROUPS = 20_000

/** A source or a collection. */
interface Group {
  running: number
  /** Jobs of it that may run at once. */
  width: number
  /** Slow failures in a row. */
  hangs: number
  restsUntilMs: number
}

/** Slots for jobs, shared so that neither a source nor a collection that hangs can hold more than a few of them. */
export interface FairSlots {
  readonly free: () => number
  /** Returns the sources and collections that have no free slot. */
  readonly busy: () => BusyMedia
  /** Takes a slot. @returns a function to call when the job is done. */
  readonly begin: (job: MediaJob) => (isReady: boolean, tookMs: number) => void
}

/**
 * Creates the slots. Each source and each collection begins with few, gets one more for each quick success, and falls back to a
 * single one, after a rest that grows, when it hangs.
 * @param now milliseconds.
 */
export function createFairSlots({ slots, first, most }: SlotLimits, now: () => number): FairSlots {
  const sources = new Map<string, Group>()
  const collections = new Map<string, Group>()
  let running = 0

  const enter = (groups: Map<string, Group>, id: string): Group => {
    const group = groups.get(id) ?? { running: 0, width: first, hangs: 0, restsUntilMs: 0 }
    // Inserted again: the map is in the order of use.
    groups.delete(id)
    groups.set(id, group)
    if (groups.size > MAX_GROUPS) forgetOldest(groups)
    group.running += 1
    return group
  }
  const leave = (group: Group, isReady: boolean, tookMs: number) => {
    group.running -= 1
    const isSlow = tookMs >= SLOW_MS
    if (isReady && !isSlow) {
      group.hangs = 0
      group.width = Math.min(group.width + 1, most)
    } else if (!isReady && isSlow) {
      group.hangs += 1
      group.width = 1
      group.restsUntilMs = now() + Math.min(FIRST_REST_MS * 2 ** (group.hangs - 1), MAX_REST_MS)
    }
  }
  return {
    free: () => slots - running,
    busy: () => ({ sources: busyOf(sources, now()), collections: busyOf(collections, now()) }),
    begin({ source, collectionId }) {
      running += 1
      const groups = [enter(sources, source), ...(collectionId === null ? [] : [enter(collections, collectionId)])]
      return (isReady, tookMs) => {
        running -= 1
        for (const group of groups) leave(group, isReady, tookMs)
      }
    },
  }
}

function busyOf(groups: ReadonlyMap<string, Group>, nowMs: number): readonly string[] {
  return [...groups].filter(([, group]) => group.running >= group.width || group.restsUntilMs > nowMs).map(([id]) => id)
}

function forgetOldest(groups: Map<string, Group>): void {
  for (const [id, group] of groups) {
    if (group.running > 0) continue
    groups.delete(id)
    return
  }
}
