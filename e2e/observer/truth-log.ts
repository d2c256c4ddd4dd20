import type { MarketFacts } from '@opal/store/testing/market-truth'

/** Something a page showed at a moment. */
export interface Sighting {
  readonly page: string
  readonly fact: string
  readonly value: string
  readonly atMs: number
}

/** A sighting that was not true any more, and for how long. */
export interface Stale extends Sighting {
  /** Infinite where the store never said so. */
  readonly lateMs: number
  readonly truth: string
}

interface Spell {
  readonly value: string
  readonly fromMs: number
  /** When the store was first seen to say something else. */
  untilMs: number
}

/** What the store said, and when. */
export interface TruthLog {
  /** @param askedMs before the store was asked: what it answers was true by then or became true since. */
  record(facts: MarketFacts, askedMs: number, answeredMs: number): void
  /** How long what was shown had not been true any more; null while it was, or where the store says nothing of it. */
  judge(sighting: Sighting): Stale | null
}

export function createTruthLog(): TruthLog {
  const spells = new Map<string, Spell[]>()
  let beforeMs = 0
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
      if (known === undefined) return null
      const lateness = known
        .filter(({ value }) => value === sighting.value)
        .map(({ fromMs, untilMs }) => (sighting.atMs < fromMs ? Number.POSITIVE_INFINITY : sighting.atMs - untilMs))
      const lateMs = lateness.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...lateness)
      return lateMs <= 0 ? null : { ...sighting, lateMs, truth: known.at(-1)?.value ?? 'none' }
    },
  }
}
