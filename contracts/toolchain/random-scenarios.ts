import { playScenario } from './play-scenario.ts'
import type { Person, Scenario, ScenarioCall } from './scenario.ts'

/** Prices at the edges: nothing, one octa, where 1.5 % begins to count, odd ones, and all that a person has. */
const PRICES = [0, 1, 66, 67, 133, 99_999_999, 100_000_000, 2_500_000_001, 10_000_000_000] as const
const TRADERS: readonly Person[] = ['seller', 'buyer', 'stranger']
const TOKENS = { red: 'seller', green: 'buyer', blue: 'stranger' } as const
const TOKENS_V1 = { old_red: 'seller', old_green: 'buyer', old_blue: 'stranger' } as const
const AMOUNTS_V1 = [1, 2, 3] as const
const EXPIRIES = [1100, 1500, 9000, 5_000_000] as const
const AMOUNTS = [0, 1, 2, 3] as const
const STEPS = 9
const WEEK = 604_800
/** Calls that creators and the marketplace may make in between. */
const POWERS: readonly Pick<ScenarioCall, 'by' | 'call'>[] = [
  { by: 'creator', call: 'world::set_royalty' },
  { by: 'creator', call: 'world::lock' },
  { by: 'creator', call: 'world::thaw' },
  { by: 'creator', call: 'world::pull' },
  { by: 'creator', call: 'world::burn' },
  { by: 'venue', call: 'fee_schedule::set_percentage_rate_commission' },
  { by: 'venue', call: 'fee_schedule::set_paused' },
]

type Random = <Item>(items: readonly Item[]) => Item

/**
 * Stories nobody thought of: random trades among three people, always the same for a seed. How each ends is what the
 * TypeScript simulation makes of it, and what the Move package has to make of it too.
 */
export function randomScenarios(seed: number, count: number): readonly Scenario[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, (_, position) => randomScenario(random, `random_story_${position + 1}`))
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
  const nothing = { balances: {}, owners: {}, events: [] }
  const amountsV1 = Object.fromEntries(Object.keys(TOKENS_V1).map((token) => [token, random(AMOUNTS_V1)]))
  let story: Scenario = { name, ...rates, tokens: TOKENS, tokensV1: TOKENS_V1, amountsV1, calls: [], expect: nothing }
  let at = 800
  for (let step = 0; step < STEPS && story.abort === undefined; step += 1) {
    // Now and then so long that an announced commission is in force.
    at += oneIn(8, random) ? WEEK : 200
    story = tellOn(random, story, at)
  }
  return story
}

/** Returns the story with one more call. Most calls that abort are dropped for another; some end the story. */
function tellOn(random: Random, story: Scenario, at: number): Scenario {
  for (let tries = 0; tries < 20; tries += 1) {
    const calls = [...story.calls, { ...randomCall(random, story.calls), at }]
    const { abort, ...expect } = playScenario({ ...story, calls })
    if (abort === null) return { ...story, calls, expect }
    if (oneIn(24, random)) return { ...story, calls, abort, expect }
  }
  return story
}

function randomCall(random: Random, calls: readonly ScenarioCall[]): ScenarioCall {
  if (oneIn(4, random)) return usePower(random, calls)
  const [by, price] = [random(TRADERS), random(PRICES)]
  if (oneIn(5, random)) return sendOn(random, by)
  const order = random(calls.filter(({ makes }) => makes !== undefined))
  if (order !== undefined && !oneIn(3, random)) return { ...callOn(random, by, order, price), ...inCoinOf(order) }
  const makes = `order_${calls.length + 1}`
  const placed = random([true, false]) ? placeV1(random, price) : placeV2(random, price)
  return { by, ...placed, makes, ...(oneIn(3, random) && { coin: 'other' as const }) }
}

function inCoinOf({ coin }: ScenarioCall): Pick<ScenarioCall, 'coin'> {
  return coin === undefined ? {} : { coin }
}

/** A token goes to somebody outside of the market, or into another token. */
function sendOn(random: Random, by: Person): ScenarioCall {
  const tokens = Object.keys(TOKENS)
  const token = random(tokens)
  const to = random([...TRADERS, ...tokens.filter((other) => other !== token)])
  return { by, call: 'world::send', args: [`$${token}`, `$${to}`] }
}

/** A token is burnt once, and nothing more is done to it. */
function usePower(random: Random, calls: readonly ScenarioCall[]): ScenarioCall {
  const burnt = calls.filter(({ call }) => call === 'world::burn').map(({ args }) => args[0])
  const left = Object.keys(TOKENS)
    .map((token) => `$${token}`)
    .filter((token) => !burnt.includes(token))
  const power = random(left.length === 0 ? POWERS.filter(({ by }) => by === 'venue') : POWERS)
  if (power.call === 'world::set_royalty')
    return {
      ...power,
      args: random([
        [0, 100],
        [7, 333],
        [99, 100],
        [1, 1],
      ]),
    }
  if (power.call === 'fee_schedule::set_paused') return { ...power, args: ['@venue', random([0, 0, 1])] }
  if (power.by === 'venue')
    return {
      ...power,
      args: random([
        ['@venue', 100, 5],
        ['@venue', 1000, 15],
        ['@venue', 1, 0],
      ]),
    }
  return { ...power, args: [random(left)] }
}

function placeV2(random: Random, price: number): Pick<ScenarioCall, 'call' | 'args'> {
  const [token, expiry] = [`$${random(Object.keys(TOKENS))}`, random(EXPIRIES)]
  return random([
    { call: 'coin_listing::init_fixed_price', args: [token, '@venue', price] },
    { call: 'token_offer::init_for_tokenv2_entry', args: [token, '@venue', price, expiry] },
    {
      call: 'collection_offer::init_for_tokenv2_entry',
      args: ['@collection', '@venue', price, random(AMOUNTS), expiry],
    },
  ])
}

function placeV1(random: Random, price: number): Pick<ScenarioCall, 'call' | 'args'> {
  const [token, expiry] = [`$${random(Object.keys(TOKENS_V1))}`, random(EXPIRIES)]
  return random([
    { call: 'coin_listing::init_fixed_price_for_tokenv1', args: [token, '@venue', price] },
    { call: 'token_offer::init_for_tokenv1_entry', args: [token, '@venue', price, expiry] },
    {
      call: 'collection_offer::init_for_tokenv1_entry',
      args: ['@collection', '@venue', price, random(AMOUNTS), expiry],
    },
  ])
}

/** Returns a call on an order, now and then with a token of the other standard. */
function callOn(random: Random, by: Person, placed: ScenarioCall, price: number): ScenarioCall {
  const [module = '', name] = [placed.call.split('::')[0], `$${placed.makes}`]
  if (module === 'coin_listing') {
    return random<ScenarioCall>([
      { by, call: 'coin_listing::purchase', args: [name] },
      { by, call: 'coin_listing::purchase_for_at_most', args: [name, price] },
      { by, call: 'coin_listing::end_fixed_price', args: [name] },
      { by, call: 'coin_listing::abandon', args: [name] },
      { by, call: 'coin_listing::update_fixed_price', args: [name, price] },
    ])
  }
  if (oneIn(4, random)) return { by, call: `${module}::cancel`, args: [name] }
  const isV1 = placed.call.includes('tokenv1') !== oneIn(12, random)
  const least = random([null, price])
  const limit = least === null ? [] : [least]
  if (isV1) {
    const call = least === null ? 'sell_tokenv1_entry' : 'sell_tokenv1_for_at_least'
    return { by, call: `${module}::${call}`, args: [name, `$${random(Object.keys(TOKENS_V1))}`, ...limit] }
  }
  const token = module === 'token_offer' ? [] : [`$${random(Object.keys(TOKENS))}`]
  const call = least === null ? 'sell_tokenv2' : 'sell_tokenv2_for_at_least'
  return { by, call: `${module}::${call}`, args: [name, ...token, ...limit] }
}

function oneIn(chances: number, random: Random): boolean {
  return random(Array.from({ length: chances }, (_, position) => position)) === 0
}

/** Chooses among items, always alike for a seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed
  return (items) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return items[Math.floor(fraction * items.length)] as (typeof items)[number]
  }
}
