import { setImmediate } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Action } from './action.ts'
import { applyAction } from './apply-action.ts'
import type { Calendar } from './calendar.ts'
import { byKind, decide } from './decide.ts'
import type { HistoryWriter } from './history-writer.ts'
import { type CollectionMarket, listedShare, type Participant } from './market-state.ts'
import { mintCollection } from './mint-collection.ts'
import type { Moment } from './moment.ts'
import type { Turn } from './schedule.ts'
import { callOf } from './sign-demo-call.ts'
import { stepOf } from './step-of.ts'
import type { Venue } from './venue.ts'
import { actionAt, venueFor } from './venue-for.ts'

/** Where history is played, and by whom. */
export interface Stage {
  readonly venues: readonly Venue[]
  readonly writer: HistoryWriter
  readonly people: readonly Participant[]
  readonly random: Random
  readonly calendar: Calendar
}

/** Turns that share a block, except on the last day, whose times people read closely. */
const TURNS_PER_BLOCK = 4
/** After this many turns others may use the process: servers answer, the stream flows. */
const TURNS_PER_BREATH = 25

/** Plays mints and turns in order of time. */
export async function playHistory(
  stage: Stage,
  markets: readonly CollectionMarket[],
  turns: readonly Turn[],
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const unminted = [...markets].sort((a, b) => b.mintDay - a.mintDay)
  for (const [index, turn] of turns.entries()) {
    while ((unminted.at(-1)?.mintDay ?? Number.POSITIVE_INFINITY) <= turn.day) {
      mint(stage, unminted.pop() as CollectionMarket)
      await setImmediate()
    }
    const isLastDay = turn.day > stage.calendar.days - 1
    if (isLastDay || index % TURNS_PER_BLOCK === 0) stage.writer.moveTo(stage.calendar.microsAt(turn.day))
    takeTurn(stage, turn)
    if (index % TURNS_PER_BREATH === 0) {
      onProgress(index / turns.length)
      await setImmediate()
    }
  }
  stage.writer.commit()
}

function mint(stage: Stage, market: CollectionMarket): void {
  const startMicros = stage.calendar.microsAt(market.mintDay)
  market.tokens = mintCollection(stage.writer, market.demo, stage.people, stage.random, startMicros)
}

function takeTurn(stage: Stage, { market, day, wanted }: Turn): void {
  const moment: Moment = { market, people: stage.people, day, random: stage.random }
  const action = wanted === null ? decide(moment) : wanted === 'refill' ? refill(moment) : byKind(moment, wanted)
  if (action !== null) act(stage, market, action, day)
}

/** Below this share of listed tokens, or this few of them, a collection looks deserted. */
const THIN_SHARE = 0.06
const THIN_COUNT = 5

function refill(moment: Moment): Action | null {
  const { listings } = moment.market
  const isThin = listings.size < THIN_COUNT || listedShare(moment.market) < THIN_SHARE
  return isThin ? byKind(moment, 'list') : null
}

function act(stage: Stage, market: CollectionMarket, action: Action, day: number): void {
  const { venues, writer, calendar, random } = stage
  const venue = venueFor(action, venues, random)
  const done = actionAt(venue, action)
  const { person, payload } = stepOf(venue, market, done, calendar.microsAt(day) / 1_000_000n)
  const sent = writer.send(person.trader, callOf(payload))
  applyAction(market, done, sent.created(1), day, venue)
}
