import type { Sharer } from '@opal/domain/limits/client'
import { Holdings } from '@opal/domain/limits/holdings'
import { SHARES_OF_SERVICE } from '@opal/domain/limits/media-source'
import type { BusyMedia, MediaJob } from '@opal/store/projections/metadata/media-jobs'

/** Number of concurrent jobs. */
export interface SlotLimits {
  /** Of all sources and collections together. */
  readonly slots: number
  /** Of one source, or one collection, that is not known yet. */
  readonly first: number
  /** Of one source, or one collection, that answers quickly; of all sources that were slow together. A service has twice as many. */
  readonly most: number
}

/** Duration from which on a failure counts as a hang, and a success earns no further slot. */
const SLOW_MS = 5_000
/** After a slow failure nothing is taken of its source and its collection for this long, and twice as long after each further one. */
const FIRST_REST_MS = 15_000
const MAX_REST_MS = 5 * 60_000
/** Sources and collections in memory; the least recently used idle one is evicted first. */
const MAX_GROUPS = 20_000

/** All sources that were slow and have not answered quickly since: there may be any number of them. */
const SLOW: Sharer = { key: 'slow sources', clients: 1 }

/** A source or a collection. */
interface Group {
  running: number
  /** Largest number of its concurrent jobs. */
  width: number
  /** Slow failures in a row. */
  hangs: number
  restsUntilMs: number
  isSlow: boolean
}

/** Slots for jobs, shared so that neither a source nor a collection that hangs can hold more than a few of them. */
export interface FairSlots {
  readonly free: () => number
  /** Returns the groups that have no free slot, and the slow sources that share some. */
  readonly busy: () => BusyMedia
  /** Takes a slot. @returns a function to call when the job is done. */
  readonly begin: (job: MediaJob) => (isReady: boolean, tookMs: number) => void
}

/**
 * Creates the slots. Each source and each collection begins with few, gets one more for each quick success, and falls back to a
 * single one, after a rest that grows, when it hangs. All sources that were slow lately have the share of one.
 * @param now milliseconds.
 */
export function createFairSlots({ slots, first, most }: SlotLimits, now: () => number): FairSlots {
  const sources = new Map<string, Group>()
  const collections = new Map<string, Group>()
  /** Running jobs of services, and of all slow sources. */
  const pools = new Holdings(slots, most)
  /** Those with running jobs. */
  const services = new Set<string>()
  let running = 0

  const enter = (groups: Map<string, Group>, id: string): Group => {
    const group = groups.get(id) ?? { running: 0, width: first, hangs: 0, restsUntilMs: 0, isSlow: false }
    // Inserted again: the map is in the order of use.
    groups.delete(id)
    groups.set(id, group)
    if (groups.size > MAX_GROUPS) evictOldest(groups)
    group.running += 1
    return group
  }
  const leave = (group: Group, isReady: boolean, tookMs: number) => {
    group.running -= 1
    const isSlow = tookMs >= SLOW_MS
    if (isSlow) group.isSlow = true
    if (isReady && !isSlow) {
      group.isSlow = false
      group.hangs = 0
      group.width = Math.min(group.width + 1, most)
    } else if (!isReady && isSlow) {
      group.hangs += 1
      group.width = 1
      group.restsUntilMs = now() + Math.min(FIRST_REST_MS * 2 ** (group.hangs - 1), MAX_REST_MS)
    }
  }
  const busy = (): BusyMedia => {
    const slow = [...sources].filter(([, group]) => group.isSlow).map(([id]) => id)
    const isSlowFull = !pools.hasShareLeft([SLOW])
    return {
      sources: [...busyOf(sources, now()), ...(isSlowFull ? slow : [])],
      services: [...services].filter((service) => !pools.hasShareLeft([sharerOf(service)])),
      collections: busyOf(collections, now()),
      slow: isSlowFull ? [] : slow,
    }
  }
  const enterPools = (service: string | null, isSlow: boolean): (() => void) => {
    const sharers = [...(service === null ? [] : [sharerOf(service)]), ...(isSlow ? [SLOW] : [])]
    pools.add(sharers)
    if (service !== null) services.add(service)
    return () => {
      pools.remove(sharers)
      if (service !== null && pools.of(sharerOf(service)) === 0) services.delete(service)
    }
  }
  return {
    free: () => slots - running,
    busy,
    begin({ source, service, collectionId }) {
      running += 1
      const group = enter(sources, source)
      const groups = [group, ...(collectionId === null ? [] : [enter(collections, collectionId)])]
      const leavePools = enterPools(service, group.isSlow)
      return (isReady, tookMs) => {
        running -= 1
        leavePools()
        for (const each of groups) leave(each, isReady, tookMs)
      }
    },
  }
}

function sharerOf(service: string): Sharer {
  return { key: service, clients: SHARES_OF_SERVICE }
}

function busyOf(groups: ReadonlyMap<string, Group>, nowMs: number): readonly string[] {
  return [...groups].filter(([, group]) => group.running >= group.width || group.restsUntilMs > nowMs).map(([id]) => id)
}

function evictOldest(groups: Map<string, Group>): void {
  for (const [id, group] of groups) {
    if (group.running > 0) continue
    groups.delete(id)
    return
  }
}
