import type { Sharer } from '@opal/domain/limits/client'
import { Holdings } from '@opal/domain/limits/holdings'
import { SHARES_OF_SERVICE } from '@opal/domain/limits/media-source'
import type { BusyMedia, MediaJob, MediaOrder } from '@opal/store/projections/metadata/media-jobs'
import { SlowTurns } from './slow-turns.ts'

/** Number of concurrent jobs. */
export interface SlotLimits {
  /** For all sources and collections together. */
  readonly slots: number
  /** For one source, or one collection, that is not known yet. */
  readonly first: number
  /** For one source, or one collection, that answers quickly, and for all sources together that were slow. A service has twice as many. */
  readonly most: number
}

/** Duration from which on a failure counts as a hang, and a success earns no further slot. */
const SLOW_MS = 5_000
/** After a slow failure nothing is taken of its source and its collection for this long, and twice as long after each further one. */
const FIRST_REST_MS = 15_000
const MAX_REST_MS = 5 * 60_000
/** Sources and collections in memory; the least recently used idle one is evicted first. */
const MAX_GROUPS = 20_000

/** All sources and services that were slow and have not answered quickly since: there may be any number of them. */
const SLOW: Sharer = { key: 'slow sources', clients: 1 }

/** Slots for jobs, shared so that no source, service or collection that hangs can hold more than a few of them. */
export interface FairSlots {
  readonly free: () => number
  /** Returns the groups that have no free slot, and the slow ones that share some. @param order of the jobs that are taken next. */
  readonly busy: (order: MediaOrder) => BusyMedia
  /** Takes a slot. @returns a function to call when the job is done. */
  readonly begin: (job: MediaJob) => (isReady: boolean, tookMs: number) => void
}

/**
 * Creates the slots. Each source and each collection begins with few, gets one more for each quick success, and falls back to a
 * single one, after a rest that grows, when it hangs. All sources that were slow lately have the share of one, with all that services have
 * which were: their sources may each be new. Within that share they have turns.
 * @param now milliseconds.
 */
export function createFairSlots(limits: SlotLimits, now: () => number): FairSlots {
  const sources = new Groups(limits, now)
  const collections = new Groups(limits, now)
  const pools = new Pools(limits)
  let running = 0
  return {
    free: () => limits.slots - running,
    busy(order) {
      const isSlowFull = pools.isSlowFull()
      const [slow, slowServices] = [sources.slow(), pools.slowServices()]
      const free = limits.slots - running
      // The newest are not all that is due, so that finding few of them ends no round.
      pools.look(order === 'oldest' ? free : 0)
      return {
        sources: [...sources.busy(), ...(isSlowFull ? slow : pools.servedOf(slow))],
        services: [...pools.busy(free), ...(isSlowFull ? slowServices : pools.servedOf(slowServices))],
        collections: collections.busy(),
        slow: isSlowFull ? [] : slow,
        slowServices: isSlowFull ? [] : slowServices,
      }
    },
    begin({ source, service, collectionId }) {
      running += 1
      const group = sources.enter(source)
      const collection = collectionId === null ? null : collections.enter(collectionId)
      const leavePools = pools.enter({ source, service }, group.isSlow)
      return (isReady, tookMs) => {
        running -= 1
        leavePools(isReady, tookMs)
        sources.leave(group, isReady, tookMs)
        if (collection !== null) collections.leave(collection, isReady, tookMs)
      }
    },
  }
}

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

/** All sources, or all collections, with the slots that each may hold. */
class Groups {
  readonly #groups = new Map<string, Group>()
  readonly #limits: SlotLimits
  readonly #now: () => number

  constructor(limits: SlotLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Counts a job of a group. */
  enter(id: string): Group {
    const unknown = { running: 0, width: this.#limits.first, hangs: 0, restsUntilMs: 0, isSlow: false }
    const group = this.#groups.get(id) ?? unknown
    // Moved to the end: the map is in the order of use.
    this.#groups.delete(id)
    this.#groups.set(id, group)
    if (this.#groups.size > MAX_GROUPS) this.#evictOldest()
    group.running += 1
    return group
  }

  /** Counts a job as done, and sets the width of its group by how it went. */
  leave(group: Group, isReady: boolean, tookMs: number): void {
    group.running -= 1
    const isSlow = tookMs >= SLOW_MS
    if (isSlow) group.isSlow = true
    if (isReady && !isSlow) {
      group.isSlow = false
      group.hangs = 0
      group.width = Math.min(group.width + 1, this.#limits.most)
    } else if (!isReady && isSlow) {
      group.hangs += 1
      group.width = 1
      group.restsUntilMs = this.#now() + Math.min(FIRST_REST_MS * 2 ** (group.hangs - 1), MAX_REST_MS)
    }
  }

  /** Returns the groups that have no free slot. */
  busy(): readonly string[] {
    const nowMs = this.#now()
    return this.#idsOf(({ running, width, restsUntilMs }) => running >= width || restsUntilMs > nowMs)
  }

  /** Returns the groups that were slow and have not answered quickly since. */
  slow(): readonly string[] {
    return this.#idsOf(({ isSlow }) => isSlow)
  }

  #idsOf(fits: (group: Group) => boolean): readonly string[] {
    return [...this.#groups].filter(([, group]) => fits(group)).map(([id]) => id)
  }

  #evictOldest(): void {
    for (const [id, group] of this.#groups) {
      if (group.running > 0) continue
      this.#groups.delete(id)
      return
    }
  }
}

/** The shares of services, and of all that is slow together. */
class Pools {
  readonly #held: Holdings
  /** Slots of all that is slow. */
  readonly #ofSlow: number
  /** Those with running jobs. */
  readonly #services = new Set<string>()
  /** Services of which a job was slow, and none quick since, those of the longest ago first. */
  readonly #slowServices = new Set<string>()
  readonly #turns = new SlowTurns(MAX_GROUPS)

  constructor({ slots, most }: SlotLimits) {
    this.#held = new Holdings(slots, most)
    this.#ofSlow = most
  }

  /** Counts a job of a service, and of what is slow. @returns a function to call when the job is done. */
  enter(
    { source, service }: Pick<MediaJob, 'source' | 'service'>,
    isSourceSlow: boolean,
  ): (isReady: boolean, tookMs: number) => void {
    const slowService = service !== null && this.#slowServices.has(service) ? service : null
    const isSlow = isSourceSlow || slowService !== null
    this.#turns.count(isSlow ? (slowService ?? source) : null)
    const sharers = [...(service === null ? [] : [sharerOf(service)]), ...(isSlow ? [SLOW] : [])]
    this.#held.add(sharers)
    if (service !== null) this.#services.add(service)
    return (isReady, tookMs) => {
      this.#held.remove(sharers)
      if (service === null) return
      if (this.#held.of(sharerOf(service)) === 0) this.#services.delete(service)
      this.#judge(service, isReady, tookMs)
    }
  }

  /**
   * Returns the services that have no free slot. Each leaves as many free as it has: what a few have is due first, and would hold all slots where most
   * of it hangs and the rest answers quickly. Slow ones share alike what all that is slow has, but for one slot: what is due first would otherwise
   * keep it, as each content of a service is a source that has not hung yet, and another could not show that it answers again.
   * @param free slots of all.
   */
  busy(free: number): readonly string[] {
    const running = [...this.#services]
    const slow = running.filter((service) => this.#slowServices.has(service)).length
    const ofSlow = Math.max(1, Math.floor((this.#ofSlow - 1) / Math.max(1, slow)))
    return running.filter((service) => {
      const held = this.#held.of(sharerOf(service))
      const isAtShare = !this.#held.hasShareLeft([sharerOf(service)]) || held >= free
      return isAtShare || (this.#slowServices.has(service) && held >= ofSlow)
    })
  }

  /** Is called before jobs are taken. @param free most that are taken. */
  look(free: number): void {
    this.#turns.look(this.isSlowFull() ? 0 : free)
  }

  /** Returns which of some that are slow wait for the others to have a turn, too: none while half of what all have is free. */
  servedOf(slow: readonly string[]): readonly string[] {
    return 2 * this.#held.of(SLOW) < this.#ofSlow ? [] : slow.filter((key) => this.#turns.has(key))
  }

  /** Returns whether what is slow has no free slot. */
  isSlowFull(): boolean {
    return !this.#held.hasShareLeft([SLOW])
  }

  /** Returns the services that were slow and have not answered quickly since. */
  slowServices(): readonly string[] {
    return [...this.#slowServices]
  }

  #judge(service: string, isReady: boolean, tookMs: number): void {
    const isSlow = tookMs >= SLOW_MS
    if (isSlow || isReady) this.#slowServices.delete(service)
    if (isReady && !isSlow) this.#turns.delete(service)
    if (isSlow) this.#slowServices.add(service)
    const [oldest] = this.#slowServices
    if (this.#slowServices.size > MAX_GROUPS && oldest !== undefined) this.#slowServices.delete(oldest)
  }
}

function sharerOf(service: string): Sharer {
  return { key: service, clients: SHARES_OF_SERVICE }
}
