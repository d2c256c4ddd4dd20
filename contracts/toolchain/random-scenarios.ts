import { playScenario } from './play-scenario.ts'
import type { Person, Scenario, ScenarioCall } from './scenario.ts'

/** Prices at the edges: nothing, one octa, where 1.5 % begins to count, odd ones, and all that a person has. */
const PRICES = [0, 1, 66, 67, 133, 99_999_999, 100_000_000, 2_500_000_001, 10_000_000_000] as const
const TRADERS: readonly Person[] = ['seller', 'buyer', 'stranger']
const TOKENS = { red: 'seller', green: 'buyer', blue: 'stranger' } as const
const STEPS = 9

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
      [1, 1],
      [333, 10_000],
    ]),
    royalty: random([null, [0, 100], [5, 100], [7, 333], [99, 100], [1, 1]]),
  }
  const nothing = { balances: {}, owners: {}, events: [] }
  let story: Scenario = { name, ...rates, tokens: TOKENS, calls: [], expect: nothing }
  for (let step = 0; step < STEPS && story.abort === undefined; step += 1) {
    story = tellOn(random, story, 1000 + step * 200)
  }
  return story
}

/** The story with one more call. Most calls that abort are dropped for another; some end the story. */
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
  const [by, price, token] = [random(TRADERS), random(PRICES), `$${random(Object.keys(TOKENS))}`]
  const makes = `order_${calls.length + 1}`
  const order = random(calls.filter(({ makes }) => makes !== undefined))
  const expiry = random([1100, 1500, 9000])
  if (order === undefined || oneIn(3, random)) {
    return random<ScenarioCall>([
      { by, call: 'coin_listing::init_fixed_price', args: [token, '@venue', price], makes },
      { by, call: 'token_offer::init_for_tokenv2_entry', args: [token, '@venue', price, expiry], makes },
      {
        by,
        call: 'collection_offer::init_for_tokenv2_entry',
        args: ['@collection', '@venue', price, random([1, 2, 3]), expiry],
        makes,
      },
    ])
  }
  return callOn(random, by, { module: order.call.split('::')[0] ?? '', name: `$${order.makes}` }, token, price)
}

function callOn(
  random: Random,
  by: Person,
  { module, name }: { readonly module: string; readonly name: string },
  token: string,
  price: number,
): ScenarioCall {
  if (module === 'coin_listing') {
    return random<ScenarioCall>([
      { by, call: 'coin_listing::purchase', args: [name] },
      { by, call: 'coin_listing::end_fixed_price', args: [name] },
      { by, call: 'coin_listing::update_fixed_price', args: [name, price] },
    ])
  }
  const sell = module === 'token_offer' ? [name] : [name, token]
  return random<ScenarioCall>([
    { by, call: `${module}::sell_tokenv2`, args: sell },
    { by, call: `${module}::sell_tokenv2`, args: sell },
    { by, call: `${module}::cancel`, args: [name] },
  ])
}

function oneIn(chances: number, random: Random): boolean {
  return random(Array.from({ length: chances }, (_, position) => position)) === 0
}

/** Chooses among items, always alike for a seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed
  return (items) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return items[Math.floor(fraction * items.length)] as (typeof items)[number]
  }
}
