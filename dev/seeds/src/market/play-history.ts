import { setImmediate } from 'node:timers/promises'
import type { Address } from '@opal/domain/address'
import { applyRate } from '@opal/domain/prices/rates'
import { toSeconds } from '@opal/domain/time'
import type { Random } from '../random.ts'
import type { Action, MarketTurn } from './actions/action.ts'
import { byKind, decide } from './actions/decide.ts'
import { stepOf } from './actions/step-of.ts'
import { decideWash } from './actions/wash.ts'
import type { Calendar } from './calendar.ts'
import { actionAt, type DemoMarketplace, marketplaceFor } from './demo-marketplaces.ts'
import { callOf, type MarketWriter } from './history-writer.ts'
import {
  type CollectionMarket,
  listedShare,
  type MarketToken,
  type OpenListing,
  type OpenOffer,
  type Participant,
} from './market-state.ts'
import { mintCollection } from './mint-collection.ts'
import type { Turn } from './schedule.ts'

/**
 * Applies an action to the model of the market, as the chain will.
 * @param created object that the action's transaction creates, for listings and offers
 * @param marketplace where it is done
 */
export function applyAction(
  market: CollectionMarket,
  action: Action,
  created: Address,
  day: number,
  marketplace: DemoMarketplace,
): void {
  switch (action.kind) {
    case 'list': {
      const { token, priceOctas } = action
      const listing: OpenListing = { id: created, marketplace, token, seller: token.owner, priceOctas, day }
      token.listing = listing
      market.listings.add(listing)
      return
    }
    case 'reprice':
      action.listing.priceOctas = action.priceOctas
      action.listing.day = day
      return
    case 'delist':
      closeListing(market, action.listing)
      return
    case 'buy':
      closeListing(market, action.listing)
      action.buyer.balance -= action.listing.priceOctas
      settle(market, action.listing.token, action.listing.seller, action.buyer, action.listing.priceOctas, marketplace)
      return
    case 'bid-collection':
      addOffer(
        market,
        { ...action, token: null, remaining: action.amount, id: created, marketplace },
        day + action.days,
      )
      return
    case 'bid-token':
      addOffer(market, { ...action, remaining: 1n, id: created, marketplace }, day + action.days)
      return
    case 'accept':
      fill(market, action.offer, action.token)
      return
    case 'cancel-offer':
      market.offers.delete(action.offer)
      action.offer.bidder.balance += action.offer.priceOctas * action.offer.remaining
      return
    case 'give':
      action.token.owner = action.to
  }
}

function closeListing(market: CollectionMarket, listing: OpenListing): void {
  listing.token.listing = null
  market.listings.delete(listing)
}

/** The offer holds its money from the start. */
function addOffer(
  market: CollectionMarket,
  offer: Pick<OpenOffer, 'id' | 'marketplace' | 'bidder' | 'priceOctas' | 'token' | 'remaining'>,
  expiresDay: number,
): void {
  const { id, marketplace, bidder, priceOctas, token, remaining } = offer
  bidder.balance -= priceOctas * remaining
  market.offers.add({ id, marketplace, bidder, priceOctas, token, remaining, expiresDay })
}

function fill(market: CollectionMarket, offer: OpenOffer, token: MarketToken): void {
  offer.remaining -= 1n
  if (offer.remaining === 0n) market.offers.delete(offer)
  settle(market, token, token.owner, offer.bidder, offer.priceOctas, offer.marketplace)
}

function settle(
  market: CollectionMarket,
  token: MarketToken,
  seller: Participant,
  buyer: Participant,
  priceOctas: bigint,
  { contracts }: DemoMarketplace,
): void {
  const royalty = (priceOctas * BigInt(market.demo.royaltyBps)) / 10_000n
  seller.balance += priceOctas - royalty - applyRate(priceOctas, contracts.commission)
  token.owner = buyer
}

/** Chain and traders of a history. */
export interface HistoryOptions {
  readonly marketplaces: readonly DemoMarketplace[]
  readonly writer: MarketWriter
  readonly people: readonly Participant[]
  /** Two who trade with each other alone; none where nothing is washed. */
  readonly ring?: readonly Participant[]
  readonly random: Random
  readonly calendar: Calendar
  /** Called before an action is applied. */
  readonly onAction?: (market: CollectionMarket, action: Action, day: number) => void
}

/** Turns that share a block, except on the last day, whose times people read closely. */
const TURNS_PER_BLOCK = 4
/** Turns after which other work of the process gets a turn: servers answer, the stream goes on. */
const TURNS_PER_PAUSE = 25

/** Plays mints and turns in order of time. */
export async function playHistory(
  options: HistoryOptions,
  markets: readonly CollectionMarket[],
  turns: readonly Turn[],
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const unminted = [...markets].sort((a, b) => b.mintDay - a.mintDay)
  for (const [index, turn] of turns.entries()) {
    while ((unminted.at(-1)?.mintDay ?? Number.POSITIVE_INFINITY) <= turn.day) {
      mint(options, unminted.pop() as CollectionMarket)
      await setImmediate()
    }
    const isLastDay = turn.day > options.calendar.days - 1
    if (isLastDay || index % TURNS_PER_BLOCK === 0) options.writer.moveTo(options.calendar.microsAt(turn.day))
    takeTurn(options, turn)
    if (index % TURNS_PER_PAUSE === 0) {
      onProgress(index / turns.length)
      await setImmediate()
    }
  }
  options.writer.commit()
}

function mint(options: HistoryOptions, market: CollectionMarket): void {
  const startMicros = options.calendar.microsAt(market.mintDay)
  market.tokens = mintCollection(options.writer, market.demo, options.people, options.random, startMicros)
}

function takeTurn(options: HistoryOptions, { market, day, wanted }: Turn): void {
  const turn: MarketTurn = { market, people: options.people, day, random: options.random }
  const action = wantedAction(turn, wanted, options.ring ?? [])
  if (action !== null) act(options, market, action, day)
}

function wantedAction(turn: MarketTurn, wanted: Turn['wanted'], ring: readonly Participant[]): Action | null {
  switch (wanted) {
    case null:
      return decide(turn)
    case 'refill':
      return refill(turn)
    case 'wash':
      return decideWash(turn, ring)
    case 'leave':
      return byKind(turn, 'cancel-offer') ?? (listedShare(turn.market) < FORSAKEN_SHARE ? byKind(turn, 'list') : null)
    default:
      return byKind(turn, wanted)
  }
}

/** Part of a collection's tokens that those who leave it put up for sale. */
const FORSAKEN_SHARE = 0.4

/** Below this share of listed tokens, or this few of them, a collection looks deserted. */
const THIN_SHARE = 0.06
const THIN_COUNT = 5

function refill(turn: MarketTurn): Action | null {
  const { listings } = turn.market
  const isThin = listings.size < THIN_COUNT || listedShare(turn.market) < THIN_SHARE
  return isThin ? byKind(turn, 'list') : null
}

function act(options: HistoryOptions, market: CollectionMarket, action: Action, day: number): void {
  const { marketplaces, writer, calendar, random } = options
  const marketplace = marketplaceFor(action, marketplaces, random)
  const done = actionAt(marketplace, action)
  const { person, payload } = stepOf(marketplace, market, done, toSeconds(calendar.microsAt(day)))
  const sent = writer.send(person.trader, callOf(payload))
  options.onAction?.(market, done, day)
  applyAction(market, done, sent.created(1), day, marketplace)
}
