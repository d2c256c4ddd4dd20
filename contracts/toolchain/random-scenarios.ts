import { playScenario } from './play-scenario.ts'
import { oneIn, type Random, randomOf } from './random.ts'
import {
  callOn,
  type Holder,
  type Holders,
  type Placed,
  placeV1,
  placeV2,
  TOKENS,
  TOKENS_V1,
  TRADERS,
} from './random-orders.ts'
import type { Scenario, ScenarioArgument, ScenarioCall } from './scenario.ts'
import { SIGNATURES } from './signatures.ts'

/** Prices at the edges: nothing, one octa, where 1.5 % begins to count, odd ones, and all that a person has. */
const PRICES = [0, 1, 66, 67, 133, 99_999_999, 100_000_000, 2_500_000_001, 10_000_000_000] as const
const AMOUNTS_V1 = [1, 2, 3] as const
const STEPS = 9
/** Draws of a step before the story stays as it is. */
const TRIES = 20
/** `object::EOBJECT_DOES_NOT_EXIST`. */
const OBJECT_IS_GONE = 393_218
const WEEK = 604_800
const SET_PLACING_FEE = 'fee_schedule::set_fixed_rate_listing_fee'
/** Calls that creators and the marketplace may make in between. */
const POWERS: readonly Pick<ScenarioCall, 'by' | 'call'>[] = [
  { by: 'creator', call: 'world::set_royalty' },
  { by: 'creator', call: 'world::lock' },
  { by: 'creator', call: 'world::thaw' },
  { by: 'creator', call: 'world::pull' },
  { by: 'creator', call: 'world::burn' },
  { by: 'marketplace', call: 'fee_schedule::set_percentage_rate_commission' },
  { by: 'marketplace', call: SET_PLACING_FEE },
  { by: 'marketplace', call: 'fee_schedule::set_paused' },
  { by: 'marketplace', call: 'fee_schedule::propose_owner' },
  { by: 'marketplace', call: 'fee_schedule::accept_owner' },
]

/**
 * Returns random trades among three accounts, always the same for a seed. How each ends is what the
 * TypeScript simulation makes of it, and what the Move package has to make of it too.
 */
export function randomScenarios(seed: number, count: number): readonly Scenario[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, (_, position) => randomScenario(random, `random_story_${position + 1}`))
}

/**
 * Requires that every call on orders goes well in both coins somewhere in the stories, every change of creators and the marketplace,
 * and that a placing fee is paid for orders in both coins.
 * @throws Error naming what never does.
 */
export function requireVariety(stories: readonly Scenario[]): void {
  const done = stories.map(({ calls, abort }) => (abort === undefined ? calls : calls.slice(0, -1)))
  const inCoins = new Set(done.flat().map(({ call, coin }) => `${call} in ${coin ?? 'apt'}`))
  const isTrade = (call: string) => /^(coin_listing|bid_pool|\w+_offer)::(?!\w+_many)/.test(call)
  // Listings on terms have calls for several alone.
  const trades = Object.keys(SIGNATURES).filter((call) => isTrade(call) || call.includes('_terms_'))
  const wanted = [
    ...trades.flatMap((call) => [`${call} in apt`, `${call} in other`]),
    ...POWERS.map(({ call }) => `${call} in apt`),
  ]
  const charged = new Set(done.flatMap(chargedCoins))
  const missing = [
    ...wanted.filter((call) => !inCoins.has(call)),
    ...['apt', 'other'].filter((coin) => !charged.has(coin)).map((coin) => `a placing fee of an order in ${coin}`),
  ]
  if (missing.length > 0) throw new Error(`No random story has ${missing.join(', ')}: choose another seed.`)
}

/** Returns the coins of orders that were placed when a placing fee was in force. */
function chargedCoins(calls: readonly ScenarioCall[]): readonly string[] {
  return calls.flatMap(({ call, args, at = 0 }, nth) => {
    if (call !== SET_PLACING_FEE) return []
    const next = calls.findIndex((later, place) => place > nth && later.call === SET_PLACING_FEE)
    const until = calls.slice(nth + 1, next === -1 ? undefined : next)
    const isInForce = (later: ScenarioCall) => Number(args[1]) > 0 && (later.at ?? 0) >= at + WEEK
    return until.filter((later) => later.makes !== undefined && isInForce(later)).map(({ coin }) => coin ?? 'apt')
  })
}

function randomScenario(random: Random, name: string): Scenario {
  const rates: Pick<Scenario, 'commission' | 'royalty'> = {
    commission: random([
      [15, 1000],
      [0, 1],
      [5, 100],
      [333, 10_000],
    ]),
    royalty: random([null, [0, 100], [5, 100], [7, 333], [99, 100], [1, 1]]),
  }
  const start = { balances: {}, owners: { ...TOKENS, ...TOKENS_V1 }, events: [] }
  const amountsV1 = Object.fromEntries(Object.keys(TOKENS_V1).map((token) => [token, random(AMOUNTS_V1)]))
  let story: Scenario = { name, ...rates, tokens: TOKENS, tokensV1: TOKENS_V1, amountsV1, calls: [], expect: start }
  let at = 800
  for (let step = 1; step <= STEPS; step += 1) {
    // Now and then so long that an announced fee is in force.
    const isAnnounced = story.calls.at(-1)?.call.startsWith('fee_schedule::set_') ?? false
    at += oneIn(isAnnounced ? 2 : 8, random) ? WEEK : 200
    story = extendStory(random, story, { at, aborts: step === STEPS && oneIn(2, random) })
  }
  return story
}

/** Returns the story with one more call: one that goes well, or at the end of some stories one that aborts. */
function extendStory(
  random: Random,
  story: Scenario,
  { at, aborts }: { readonly at: number; readonly aborts: boolean },
) {
  const holders = { v2: holdersOf(story, TOKENS, aborts), v1: holdersOf(story, TOKENS_V1, aborts) }
  // Powers and transfers go well nearly always: drawn again after each abort, they would crowd the trades out.
  const next = oneIn(8, random) ? usePower : oneIn(15, random) ? sendOn : trade
  for (let tries = 0; tries < TRIES; tries += 1) {
    const calls = [...story.calls, { ...next(random, story.calls, holders), at }]
    const { abort, ...expect } = playScenario({ ...story, calls })
    if (abort === null && !aborts) return { ...story, calls, expect }
    // Most things that can be tried on an order that has ended abort alike.
    const isDull = abort?.code === OBJECT_IS_GONE && !oneIn(6, random)
    if (abort !== null && aborts && !isDull) return { ...story, calls, abort, expect }
  }
  return story
}

/** Returns which traders hold which tokens; or everyone with every token, when anyone may try or nobody holds one. */
function holdersOf({ expect }: Scenario, tokens: object, isAnybody: boolean): readonly Holder[] {
  const all = Object.keys(tokens).flatMap((token) => TRADERS.map((by) => ({ by, token })))
  const holders = all.filter(({ by, token }) => {
    const owner = expect.owners[token] ?? {}
    return isAnybody || (typeof owner === 'string' ? owner === by : (owner[by] ?? 0) > 0)
  })
  return (holders.length === 0 ? all : holders).map(({ by, token }) => ({ by, token: `$${token}` }))
}

function trade(random: Random, calls: readonly ScenarioCall[], holders: Holders): ScenarioCall {
  const price = random(PRICES)
  if (oneIn(8, random)) return movePool(random, price)
  const order = random(calls.filter(({ makes }) => makes !== undefined))
  if (order !== undefined && !oneIn(4, random)) return { ...callOn(random, order, price, holders), ...inCoinOf(order) }
  const makes = `order_${calls.length + 1}`
  const placed = random([true, false]) ? placeV1(random, price, holders) : placeV2(random, price, holders)
  return { ...placed, makes, ...(random([true, false]) && { coin: 'other' as const }) }
}

/** Someone moves money into their pool or out of it. */
function movePool(random: Random, amount: number): ScenarioCall {
  const moved = random<Placed>([
    { by: random(TRADERS), call: 'bid_pool::deposit', args: [amount] },
    { by: random(TRADERS), call: 'bid_pool::withdraw', args: [amount] },
    { by: random(TRADERS), call: 'bid_pool::withdraw_all', args: [] },
  ])
  return { ...moved, ...(random([true, false]) && { coin: 'other' as const }) }
}

function inCoinOf({ coin }: ScenarioCall): Pick<ScenarioCall, 'coin'> {
  return coin === undefined ? {} : { coin }
}

/** A token goes to someone outside of the market, or into another token. */
function sendOn(random: Random, _: readonly ScenarioCall[], { v2 }: Holders): ScenarioCall {
  const { by, token } = random(v2)
  const places = [...TRADERS, ...Object.keys(TOKENS)].map((place) => `$${place}`)
  return { by, call: 'world::send', args: [token, random(places.filter((place) => place !== token))] }
}

/** A token is burnt once, and nothing more is done to it. */
function usePower(random: Random, calls: readonly ScenarioCall[]): ScenarioCall {
  const burnt = calls.filter(({ call }) => call === 'world::burn').map(({ args }) => args[0])
  const left = Object.keys(TOKENS)
    .map((token) => `$${token}`)
    .filter((token) => !burnt.includes(token))
  const power = random(left.length === 0 ? POWERS.filter(({ by }) => by === 'marketplace') : POWERS)
  if (power.by === 'marketplace') return changeSchedule(random, calls, power.call)
  if (power.call !== 'world::set_royalty') return { ...power, args: [random(left)] }
  return {
    ...power,
    args: random([
      [0, 100],
      [7, 333],
      [99, 100],
      [1, 1],
    ]),
  }
}

/** Changes the fee schedule: mostly by who may, its owner or the account that it was offered to. */
function changeSchedule(random: Random, calls: readonly ScenarioCall[], call: string): ScenarioCall {
  const owner = calls.findLast((one) => one.call === 'fee_schedule::accept_owner')?.by ?? 'marketplace'
  const offered = calls.findLast((one) => one.call === 'fee_schedule::propose_owner')?.args[1]
  const heir = TRADERS.find((trader) => `$${trader}` === offered) ?? owner
  const rightful = call === 'fee_schedule::accept_owner' ? heir : owner
  return {
    call,
    by: oneIn(4, random) ? random(['marketplace', ...TRADERS]) : rightful,
    args: ['@fee-schedule', ...feeArgs(random, call)],
  }
}

/** Returns the arguments of a change of the fee schedule. */
function feeArgs(random: Random, call: string): readonly ScenarioArgument[] {
  switch (call) {
    case 'fee_schedule::set_paused':
      return [random([0, 0, 1])]
    case SET_PLACING_FEE:
      return [random([0, 1, 70, 100_000_000])]
    case 'fee_schedule::propose_owner':
      return [`$${random(TRADERS)}`]
    case 'fee_schedule::accept_owner':
      return []
    default:
      return random([
        [100, 5],
        [1000, 15],
        [1, 0],
      ])
  }
}
