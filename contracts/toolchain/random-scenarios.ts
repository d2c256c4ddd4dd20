import { playScenario } from './play-scenario.ts'
import type { Person, Scenario, ScenarioArgument, ScenarioCall } from './scenario.ts'
import { SIGNATURES } from './signatures.ts'

/** Prices at the edges: nothing, one octa, where 1.5 % begins to count, odd ones, and all that a person has. */
const PRICES = [0, 1, 66, 67, 133, 99_999_999, 100_000_000, 2_500_000_001, 10_000_000_000] as const
const TRADERS: readonly Person[] = ['seller', 'buyer', 'stranger']
const TOKENS = { red: 'seller', green: 'buyer', blue: 'stranger' } as const
const TOKENS_V1 = { old_red: 'seller', old_green: 'buyer', old_blue: 'stranger' } as const
const AMOUNTS_V1 = [1, 2, 3] as const
const EXPIRIES = [1100, 2000, 9000, 5_000_000] as const
const AMOUNTS = [0, 1, 2, 3] as const
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

type Random = <Item>(items: readonly Item[]) => Item

/**
 * Random trades among three accounts, always the same for a seed. How each ends is what the
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

/** Someone with a token, as an argument of calls. */
interface Holder {
  readonly by: Person
  readonly token: string
}

interface Holders {
  readonly v2: readonly Holder[]
  readonly v1: readonly Holder[]
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

type Placed = Pick<ScenarioCall, 'by' | 'call' | 'args'>

function placeV2(random: Random, price: number, { v2 }: Holders): Placed {
  const [by, token, expiry] = [random(TRADERS), `$${random(Object.keys(TOKENS))}`, random(EXPIRIES)]
  const held = random(v2)
  return random<Placed>([
    { by: held.by, call: 'coin_listing::init_fixed_price', args: [held.token, '@fee-schedule', price] },
    { by: held.by, ...listingOnTerms(random, 'init_with_terms_many', [[held.token]], price) },
    { by, call: 'token_offer::init_for_tokenv2_entry', args: [token, '@fee-schedule', price, expiry] },
    {
      by,
      call: 'collection_offer::init_for_tokenv2_entry',
      args: ['@collection', '@fee-schedule', price, random(AMOUNTS), expiry],
    },
    poolOffer(random, 'pool_offer::init_for_tokenv2', TOKENS, price),
  ])
}

/** Lists one token on terms; now and then if a sale brings as much as the seller agreed to, which the price may not. */
function listingOnTerms(
  random: Random,
  call: string,
  token: readonly ScenarioArgument[],
  price: number,
): Pick<ScenarioCall, 'call' | 'args'> {
  const args = [...token, '@fee-schedule', ...terms(random, price)]
  if (oneIn(2, random)) return { call: `coin_listing::${call}`, args }
  const proceeds = random([0, Math.floor((price * 93) / 100), price])
  return { call: `coin_listing::${call}_for_at_least`, args: [...args, [proceeds]] }
}

/** Terms of one listing: mostly ones that can be, a least that the price may not bring, and often a single buyer. */
function terms(random: Random, price: number): readonly ScenarioArgument[] {
  const falls = random([true, false])
  const end = falls ? random([0, 1, Math.floor(price / 2), Math.max(price - 1, 0), price]) : price
  const [from, until] = falls ? [random([0, 900, 1500, 2500]), random([1100, 2000, 2600, 700_000])] : [0, 0]
  const least = random([0, 0, Math.floor(end / 2), Math.floor((end * 93) / 100), end])
  const buyer = random(['@nobody', '@nobody', ...TRADERS.map((person) => `$${person}`)])
  return [[price], [end], from, until, random([0, 0, ...EXPIRIES]), buyer, [least]]
}

/** An offer for a set of tokens or for any, with or without a deposit that covers it. */
function poolOffer(random: Random, call: string, tokens: object, price: number): Placed {
  const set = Object.keys(tokens)
    .filter(() => oneIn(2, random))
    .map((token) => `$${token}`)
  const terms = [price, random(AMOUNTS), random(EXPIRIES), random([0, price, 2 * price, 2 * price])]
  return { by: random(TRADERS), call, args: ['@collection', random([[], set]), '@fee-schedule', ...terms] }
}

function placeV1(random: Random, price: number, { v1 }: Holders): Placed {
  const [by, token, expiry] = [random(TRADERS), `$${random(Object.keys(TOKENS_V1))}`, random(EXPIRIES)]
  const held = random(v1)
  return random<Placed>([
    { by: held.by, call: 'coin_listing::init_fixed_price_for_tokenv1', args: [held.token, '@fee-schedule', price] },
    {
      by: held.by,
      ...listingOnTerms(random, 'init_with_terms_for_tokenv1_many', ['@collection', [held.token], 0], price),
    },
    { by, call: 'token_offer::init_for_tokenv1_entry', args: [token, '@fee-schedule', price, expiry] },
    {
      by,
      call: 'collection_offer::init_for_tokenv1_entry',
      args: ['@collection', '@fee-schedule', price, random(AMOUNTS), expiry],
    },
    poolOffer(random, 'pool_offer::init_for_tokenv1', TOKENS_V1, price),
  ])
}

/** Returns a call on an order, now and then with a token of the other standard. */
function callOn(random: Random, placed: ScenarioCall, price: number, { v1, v2 }: Holders): ScenarioCall {
  const [module = '', name] = [placed.call.split('::')[0], `$${placed.makes}`]
  const by = random(TRADERS)
  const placer = oneIn(4, random) ? by : placed.by
  const limit = random([price, priceOf(placed)])
  if (module === 'coin_listing') {
    return random<ScenarioCall>([
      { by, call: 'coin_listing::purchase', args: [name] },
      { by, call: 'coin_listing::purchase_for_at_most', args: [name, limit] },
      { by: placer, call: 'coin_listing::end_fixed_price', args: [name] },
      { by, call: 'coin_listing::abandon', args: [name] },
      { by: placer, call: 'coin_listing::update_fixed_price', args: [name, price] },
      { by: placer, call: 'coin_listing::update_terms_many', args: [[name], ...terms(random, price)] },
    ])
  }
  if (oneIn(8, random)) return { by: placer, call: `${module}::cancel`, args: [name] }
  const isV1 = placed.call.includes('tokenv1') !== oneIn(12, random)
  if (module === 'pool_offer') return sellToPool(random, placed, isV1 ? v1 : v2, isV1)
  const least = random([null, limit, limit])
  const limits = least === null ? [] : [least]
  const isWanted = ({ token }: Holder) => module !== 'token_offer' || token === placed.args[0]
  const held = random((isV1 ? v1 : v2).filter(isWanted)) ?? random(isV1 ? v1 : v2)
  if (isV1) {
    const call = least === null ? 'sell_tokenv1_entry' : 'sell_tokenv1_for_at_least'
    return { by: held.by, call: `${module}::${call}`, args: [name, held.token, ...limits] }
  }
  const token = module === 'token_offer' ? [] : [held.token]
  const call = least === null ? 'sell_tokenv2' : 'sell_tokenv2_for_at_least'
  return { by: held.by, call: `${module}::${call}`, args: [name, ...token, ...limits] }
}

/** Returns the price that an order was placed at. */
function priceOf({ args }: ScenarioCall): number {
  const numbers = args.slice(2).flat(2).map(Number)
  return numbers.find((number) => number > 0) ?? 0
}

/** Sells into a pool offer: mostly a token of its set, with its proof. */
function sellToPool(random: Random, placed: ScenarioCall, holders: readonly Holder[], isV1: boolean): ScenarioCall {
  const [set, price] = [placed.args[1] as readonly string[], Number(placed.args[3])]
  const wanted = holders.filter(({ token }) => set.length === 0 || set.includes(token) || oneIn(8, random))
  const held = random(wanted) ?? random(holders)
  // A token of the other standard has no leaf in the set.
  const proof = placed.call.includes('tokenv1') === isV1 ? [held.token, ...set] : [held.token]
  return {
    by: held.by,
    call: `pool_offer::sell_token${isV1 ? 'v1' : 'v2'}_for_at_least`,
    args: [`$${placed.makes}`, held.token, proof, random([0, 0, Math.floor(price / 2), price])],
  }
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
