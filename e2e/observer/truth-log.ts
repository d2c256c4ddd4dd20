import type { MarketFacts } from '@opal/store/testing/market-truth'

/** A value that a page showed at a moment. */
export interface Sighting {
  readonly page: string
  readonly fact: string
  readonly value: string
  readonly atMs: number
}

/** A sighting that was not true any more, and for how long. */
export interface Stale extends Sighting {
  /** For how long it had not been true; what the store was never seen to say is wrong since the page began to show it. */
  readonly lateMs: number
  readonly truth: string
}

interface Spell {
  readonly value: string
  readonly fromMs: number
  /** When the store was first seen with another value. */
  untilMs: number
}

/** The store's values over time. */
export interface TruthLog {
  /** @param askedMs before the store was asked: what it answers was true by then or became true since. */
  record(facts: MarketFacts, askedMs: number, answeredMs: number): void
  /**
   * Returns for how long a shown value had been outdated; null while it was current, or where the store has no
   * value. In order.
   */
  judge(sighting: Sighting): Stale | null
}

/** Compares what pages show with what the store holds, over time. */
export function createTruthLog(): TruthLog {
  const spells = new Map<string, Spell[]>()
  const shown = new Map<string, { readonly value: string; readonly sinceMs: number }>()
  let beforeMs = 0
  /** Since when a page has shown what it shows: something may have been true between two answers of the store only. */
  const shownSince = ({ page, fact, value, atMs }: Sighting): number => {
    const before = shown.get(`${page} ${fact}`)
    if (before?.value === value) return before.sinceMs
    shown.set(`${page} ${fact}`, { value, sinceMs: atMs })
    return atMs
  }
  return {
    record(facts, askedMs, answeredMs) {
      for (const [fact, value] of facts) {
        const known = spells.get(fact) ?? []
        const last = known.at(-1)
        if (last?.value === value) last.untilMs = Number.POSITIVE_INFINITY
        else {
          if (last !== undefined) last.untilMs = answeredMs
          // Pages may hear of it before the store is asked again: it may be true since the store was asked before.
          known.push({ value, fromMs: known.length === 0 ? 0 : beforeMs, untilMs: Number.POSITIVE_INFINITY })
        }
        spells.set(fact, known)
      }
      beforeMs = askedMs
    },
    judge(sighting) {
      const known = spells.get(sighting.fact)
      const sinceMs = shownSince(sighting)
      if (known === undefined) return null
      const spoken = known.filter(({ value, fromMs }) => value === sighting.value && fromMs <= sighting.atMs)
      const lateness = spoken.map(({ untilMs }) => sighting.atMs - untilMs)
      const lateMs = lateness.length === 0 ? sighting.atMs - sinceMs : Math.min(...lateness)
      return lateMs <= 0 ? null : { ...sighting, lateMs, truth: known.at(-1)?.value ?? 'none' }
    },
  }
}
