import type { DemoCollection } from '../art/demo-collection.ts'
import { isDead, turnsPerDay, WASHES_PER_DAY } from '../market/schedule.ts'
import type { Random } from '../random.ts'
import type { Intention } from './decide-story.ts'

/** The next step, and its time. */
export interface NextTurn {
  readonly demo: DemoCollection
  readonly intention: Intention
  /** Days until then. */
  readonly afterDays: number
}

/** Part of the turns of history that are sales. */
const SALES_PER_TURN = 0.36
/** Prices that are changed a day: in each collection, and more for each point of interest. */
const QUOTES = { each: 150, byInterest: 40 } as const

interface Stream {
  readonly demo: DemoCollection
  readonly intention: Intention
  /** A day. */
  readonly weight: number
}

/**
 * Returns how often what happens in the collections that live: each is traded as often as history had it at its end. People look at
 * prices far more often than they buy.
 */
export function storyStreams(collections: readonly DemoCollection[], turns: number): readonly Stream[] {
  return collections
    .filter((demo) => !isDead(demo))
    .flatMap((demo) => [
      { demo, intention: 'trade', weight: SALES_PER_TURN * turnsPerDay(demo, collections, turns) } as const,
      { demo, intention: 'quote', weight: QUOTES.each + QUOTES.byInterest * demo.market.interest } as const,
      ...(demo.market.fate === 'washed' ? [{ demo, intention: 'wash', weight: WASHES_PER_DAY } as const] : []),
    ])
}

/** However quiet a market is, someone watches it: half a minute. */
const LONGEST_PAUSE_DAYS = 30 / 86_400

/** Draws the next of independent streams of turns. */
export function nextTurn(streams: readonly Stream[], random: Random): NextTurn {
  const total = streams.reduce((sum, { weight }) => sum + weight, 0)
  const { demo, intention } = random.weighted(streams)
  return { demo, intention, afterDays: Math.min(LONGEST_PAUSE_DAYS, -Math.log(1 - random.next()) / total) }
}
