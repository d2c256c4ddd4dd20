import type { MarketFacts } from '@opal/store/testing/market-truth'

/** A value that a page showed at some time. */
export interface Sighting {
  readonly page: string
  readonly fact: string
  readonly value: string
  readonly atMs: number
}

/** A sighting that was not true any more, and for how long. */
export interface Stale extends Sighting {
  /** For how long it had not been true; a value that the store was never seen with is wrong since the page began to show it. */
  readonly lateMs: number
  readonly truth: string
}

/** A period in which the store had a value. */
interface Period {
  readonly value: string
  readonly fromMs: number
  /** When the store was first seen with another value. */
  untilMs: number
}

/** The store's values over time. */
export interface TruthLog {
  /** Adds what the store answered. @param askedMs time before the store was read: the values were true by then or became true since. */
  record(facts: MarketFacts, askedMs: number, answeredMs: number): void
  /**
   * Returns for how long a shown value had been outdated; null while it was current, or where the store has no
   * value. In order.
   */
  judge(sighting: Sighting): Stale | null
}

/** Compares what pages show with what the store holds, over time. */
export function createTruthLog(): TruthLog {
  const periods = new Map<string, Period[]>()
  const shown = new Map<string, { readonly value: string; readonly sinceMs: number }>()
  let beforeMs = 0
  /** Returns since when a page has shown a value, which may have been true only between two reads of the store. */
  const shownSince = ({ page, fact, value, atMs }: Sighting): number => {
    const before = shown.get(`${page} ${fact}`)
    if (before?.value === value) return before.sinceMs
    shown.set(`${page} ${fact}`, { value, sinceMs: atMs })
    return atMs
  }
  return {
    record(facts, askedMs, answeredMs) {
      for (const [fact, value] of facts) {
        const known = periods.get(fact) ?? []
        const last = known.at(-1)
        if (last?.value === value) last.untilMs = Number.POSITIVE_INFINITY
        else {
          if (last !== undefined) last.untilMs = answeredMs
          // A page may show it before the store is read again: it may be true since the read before this one.
          known.push({ value, fromMs: known.length === 0 ? 0 : beforeMs, untilMs: Number.POSITIVE_INFINITY })
        }
        periods.set(fact, known)
      }
      beforeMs = askedMs
    },
    judge(sighting) {
      const known = periods.get(sighting.fact)
      const sinceMs = shownSince(sighting)
      if (known === undefined) return null
      const matching = known.filter(({ value, fromMs }) => value === sighting.value && fromMs <= sighting.atMs)
      const lateness = matching.map(({ untilMs }) => sighting.atMs - untilMs)
      const lateMs = lateness.length === 0 ? sighting.atMs - sinceMs : Math.min(...lateness)
      return lateMs <= 0 ? null : { ...sighting, lateMs, truth: known.at(-1)?.value ?? 'none' }
    },
  }
}
