import { type Address, parseAddress } from '@opal/domain/address'
import { isPlayed } from '../accounts/demo-cast.ts'
import { DEMO_COLLECTIONS } from '../art/demo-collections.ts'
import type { Action } from '../market/actions/action.ts'
import { Calendar } from '../market/calendar.ts'
import { actionAt, demoMarketplaces, marketplaceFor } from '../market/demo-marketplaces.ts'
import type { MarketWriter } from '../market/history-writer.ts'
import { MARKET_SCALES } from '../market/market-scale.ts'
import type { CollectionMarket, Participant } from '../market/market-state.ts'
import { applyAction, playHistory } from '../market/play-history.ts'
import { planTurns } from '../market/schedule.ts'
import { emptyMarket, participants } from '../market/seed-market.ts'
import { createRandom } from '../random.ts'
import { decideStory } from '../story/decide-story.ts'
import { FairValues } from '../story/fair-value.ts'
import { nextTurn, storyStreams } from '../story/pace.ts'
import { LIVE_MARKET } from '../story/read-market.ts'

const { days: DAYS, turns: TURNS, crowd: CROWD } = MARKET_SCALES.demo

/** A sale, as the market's stats count it. */
export interface PlayedSale {
  readonly slug: string
  readonly day: number
  readonly apt: number
  readonly isWash: boolean
}

/** A demo market as people decide it, without a chain: what is decided happens. */
export interface PlayedMarket {
  readonly markets: readonly CollectionMarket[]
  readonly people: readonly Participant[]
  readonly sales: readonly PlayedSale[]
  /** Day on which history ended. */
  readonly endDay: number
  /** Lets the story go on until a number of hours after the end of history. */
  playUntil(hours: number): void
}

/**
 * Plays the whole history of the demo's collections, ninety days.
 * @throws Error when someone spends more than they have: the chain would abort.
 */
export async function playMarket(seed: string): Promise<PlayedMarket> {
  const random = createRandom(seed)
  const sales: PlayedSale[] = []
  const { people, ring } = participants({ collections: DEMO_COLLECTIONS, crowd: CROWD })
  const markets = DEMO_COLLECTIONS.map((demo) => emptyMarket(demo, DAYS, random))
  const marketplaces = demoMarketplaces()
  const note = (market: CollectionMarket, action: Action, day: number): void => {
    const poor = [...people, ...ring].find(({ balance }) => balance < 0n)
    if (poor !== undefined) throw new Error(`${poor.trader.name} spent more than they had by day ${day}`)
    const octas = priceOf(action)
    if (octas === null) return
    const isWash = action.kind === 'buy' && ring.includes(action.buyer) && ring.includes(action.listing.seller)
    sales.push({ slug: market.demo.slug, day, apt: Number(octas) / 1e8, isWash })
  }
  const options = { marketplaces, writer: paperWriter(), people, ring, random, calendar: new Calendar(0n, DAYS) }
  await playHistory({ ...options, onAction: note }, markets, planTurns(markets, TURNS, DAYS - 0.002, random))
  const actors = people.filter(({ trader }) => !isPlayed(trader))
  for (const person of people) Object.assign(person, { acts: !isPlayed(person.trader) })
  const worth = new FairValues(DEMO_COLLECTIONS)
  const streams = storyStreams(DEMO_COLLECTIONS, TURNS)
  const live = new Map(markets.map((market) => [market.demo, { ...market, ...LIVE_MARKET }]))
  let day: number = DAYS
  for (const market of live.values()) Object.assign(market, { process: worth.of(market.demo, market.listings, day) })
  let created = 0
  return {
    markets: [...live.values()],
    people: [...people, ...ring],
    sales,
    endDay: DAYS,
    playUntil(hours) {
      for (;;) {
        const { demo, intention, afterDays } = nextTurn(streams, random)
        if (day + afterDays > DAYS + hours / 24) break
        day += afterDays
        const market = live.get(demo)
        if (market === undefined) continue
        const action = decideStory({ market, people: actors, day, random }, intention, ring)
        if (action === null) continue
        const marketplace = marketplaceFor(action, marketplaces, random)
        note(market, action, day)
        created += 1
        applyAction(market, actionAt(marketplace, action), addressOf(`5${created}`), day, marketplace)
      }
      day = DAYS + hours / 24
    },
  }
}

function priceOf(action: Action): bigint | null {
  if (action.kind === 'buy') return action.listing.priceOctas
  return action.kind === 'accept' ? action.offer.priceOctas : null
}

/** Takes calls and gives what they create an address. */
export function paperWriter(): MarketWriter {
  let sent = 0
  return {
    moveTo: () => undefined,
    commit: () => undefined,
    send: () => {
      sent += 1
      const own = sent
      return { hash: String(own), created: (n) => addressOf(`${own}0${n}`) }
    },
  }
}

function addressOf(digits: string): Address {
  return parseAddress(`0x${digits.padStart(64, '0')}`)
}
