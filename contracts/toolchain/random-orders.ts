import { oneIn, type Random } from './random.ts'
import type { Person, ScenarioArgument, ScenarioCall } from './scenario.ts'

export const TRADERS: readonly Person[] = ['seller', 'buyer', 'stranger']
/** v2 tokens, with their first owners. */
export const TOKENS = { red: 'seller', green: 'buyer', blue: 'stranger' } as const
/** The same of v1 tokens. */
export const TOKENS_V1 = { old_red: 'seller', old_green: 'buyer', old_blue: 'stranger' } as const
const EXPIRIES = [1100, 2000, 9000, 5_000_000] as const
const AMOUNTS = [0, 1, 2, 3] as const

/** Someone with a token, as an argument of calls. */
export interface Holder {
  readonly by: Person
  readonly token: string
}

/** Those of v2 and of v1 tokens. */
export interface Holders {
  readonly v2: readonly Holder[]
  readonly v1: readonly Holder[]
}

/** A call that places an order, before it is named. */
export type Placed = Pick<ScenarioCall, 'by' | 'call' | 'args'>

/** Places an order for a v2 token. */
export function placeV2(random: Random, price: number, { v2 }: Holders): Placed {
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

/** Places an order for a v1 token. */
export function placeV1(random: Random, price: number, { v1 }: Holders): Placed {
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
export function callOn(random: Random, placed: ScenarioCall, price: number, { v1, v2 }: Holders): ScenarioCall {
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
