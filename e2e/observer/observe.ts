import { setTimeout as delay } from 'node:timers/promises'
import type { MarketTruth } from '@opal/store/testing/market-truth'
import type { Page } from 'playwright-core'
import { readShown } from './read-shown.ts'
import { createTruthLog, type Sighting, type Stale } from './truth-log.ts'

/** A page that is watched. */
export interface Watched {
  readonly name: string
  readonly page: Page
  readonly kind: 'collection' | 'token' | 'wallet'
  /** Returns the id of what it shows now. */
  readonly id: () => string
}

/** Observations. */
export interface Report {
  readonly sightings: number
  /** Facts that changed in the store. */
  readonly changes: number
  /** All that was late, the latest first. */
  readonly late: readonly Stale[]
}

/** The store is asked more often than the pages, so that hardly anything is true between two answers only. */
const ASK_EVERY_MS = 100
const LOOK_EVERY_MS = 200

/**
 * Compares what pages show with what the store holds, again and again, until it is stopped. What was true before a page was opened must
 * have been seen: it begins before.
 */
export async function observe(
  pages: () => readonly Watched[],
  truth: MarketTruth,
  signal: AbortSignal,
): Promise<Report> {
  const log = createTruthLog()
  const waiting: Sighting[] = []
  const late: Stale[] = []
  let sightings = 0
  let changes = 0
  let before: ReadonlyMap<string, string> = new Map()
  const judge = (untilMs: number) => {
    while (waiting[0] !== undefined && waiting[0].atMs <= untilMs) {
      const sighting = waiting.shift()
      const stale = sighting === undefined ? null : log.judge(sighting)
      if (stale !== null) late.push(stale)
      sightings += 1
    }
  }
  const ask = async () => {
    const askedMs = Date.now()
    const facts = await truth.read()
    log.record(facts, askedMs, Date.now())
    for (const [fact, value] of facts) if (before.has(fact) && before.get(fact) !== value) changes += 1
    before = facts
    // Sightings before the query can be judged by its result.
    judge(askedMs)
  }
  const look = async () => {
    const shown = await Promise.all(pages().map((watched) => sight(watched)))
    waiting.push(...shown.flat().toSorted((a, b) => a.atMs - b.atMs))
  }
  await Promise.all([again(ask, ASK_EVERY_MS, signal), again(look, LOOK_EVERY_MS, signal)])
  judge(Number.POSITIVE_INFINITY)
  return { sightings, changes, late: late.toSorted((a, b) => b.lateMs - a.lateMs) }
}

async function again(work: () => Promise<void>, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work()
    await delay(everyMs)
  }
}

/** A page that is on its way elsewhere shows nothing. */
async function sight({ name, page, kind, id }: Watched): Promise<readonly Sighting[]> {
  const of = id()
  const shown = await readShown(page, kind, of).catch(() => [])
  const atMs = Date.now()
  return of === id() ? shown.map(([fact, value]) => ({ page: name, fact, value, atMs })) : []
}
