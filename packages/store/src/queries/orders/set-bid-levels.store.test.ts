import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setKeyBytes } from '../../accounts/token-sets.ts'
import type { Store } from '../../driver/connection.ts'
import { bidPools, collectionOffers } from '../../schema/orders.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readSetBidLevels } from './set-bid-levels.ts'

const [HERE, ELSEWHERE] = [`0x${'c1'.repeat(32)}`, `0x${'c2'.repeat(32)}`]
const TOKENS = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(64)}`)
const NOW = 1_000n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

interface Bid {
  readonly set: number
  readonly collection: string
  readonly buyer: string
  readonly price: bigint
  readonly remaining: bigint
  readonly expires: bigint | null
  readonly validity: 'valid' | 'unfunded'
}

interface Market {
  readonly sets: readonly (readonly string[])[]
  readonly bids: readonly Bid[]
  readonly pools: readonly bigint[]
}

const BUYERS = ['0xb1', '0xb2']
const rootOf = (set: number) => String(set).padStart(64, '0')
const offerOf = (at: number) => `0x${String(at).padStart(3, '0')}`

const market: fc.Arbitrary<Market> = fc.record({
  sets: fc.array(fc.uniqueArray(fc.constantFrom(...TOKENS), { minLength: 1 }), { minLength: 1, maxLength: 5 }),
  pools: fc.tuple(fc.bigInt(0n, 60n), fc.bigInt(0n, 60n)),
  bids: fc.array(
    fc.record<Bid>({
      set: fc.nat(5),
      collection: fc.constantFrom(HERE, HERE, HERE, ELSEWHERE),
      buyer: fc.constantFrom(...BUYERS),
      price: fc.bigInt(1n, 9n),
      remaining: fc.bigInt(0n, 4n),
      expires: fc.constantFrom(null, NOW, NOW + 1n),
      validity: fc.constantFrom('valid', 'valid', 'valid', 'unfunded'),
    }),
    { maxLength: 25 },
  ),
})

async function announce(root: string, tokens: readonly string[]): Promise<void> {
  await store.pool.query('insert into account.token_sets (root, collection_id, tokens, size) values ($1, $2, $3, $4)', [
    root,
    HERE,
    tokens.map(setKeyBytes),
    tokens.length,
  ])
}

async function fill({ sets, bids, pools }: Market): Promise<void> {
  await store.pool.query('truncate market.collection_offers, market.bid_pools, account.token_sets')
  for (const [set, tokens] of sets.entries()) await announce(rootOf(set), tokens)
  await insertRows(
    store,
    bidPools,
    BUYERS.map((wallet, at) => ({
      marketplace: 'opal',
      wallet,
      balance_octas: pools[at] ?? 0n,
      last_version: 1n,
      last_at_micros: 1n,
    })),
  )
  const placed = { placed_version: 1n, placed_at_micros: 1n, last_version: 1n, last_event_index: 0, last_at_micros: 1n }
  await insertRows(
    store,
    collectionOffers,
    bids.map((bid, at) => ({
      marketplace: 'opal',
      offer_id: offerOf(at),
      collection_id: bid.collection,
      buyer: bid.buyer,
      price_octas: bid.price,
      wanted_amount: 4n,
      remaining_amount: bid.remaining,
      is_pooled: true,
      set_root: rootOf(bid.set),
      expires_at_seconds: bid.expires,
      state: 'open',
      validity: bid.validity,
      ...placed,
    })),
  )
}

/** The ladder by its definition: what each live bid on a set with all of the tokens can buy once the bidder's dearer ones are filled. */
function ladderOf({ sets, bids, pools }: Market, tokens: readonly string[]): readonly (readonly [bigint, bigint])[] {
  const held = new Map(BUYERS.map((buyer, at) => [buyer, pools[at] ?? 0n]))
  const levels = new Map<bigint, bigint>()
  const live = bids
    .map((bid, at) => ({ ...bid, id: offerOf(at) }))
    .filter(({ set }) => tokens.every((token) => sets[set]?.includes(token)))
    .filter(({ collection, validity }) => collection === HERE && validity === 'valid')
    .filter(({ expires, remaining }) => (expires === null || expires > NOW) && remaining > 0n)
    .toSorted((a, b) => Number(b.price - a.price) || (a.id < b.id ? -1 : 1))
  for (const { buyer, price, remaining } of live) {
    const left = held.get(buyer) ?? 0n
    const size = left / price < remaining ? left / price : remaining
    held.set(buyer, left - size * price)
    if (size > 0n) levels.set(price, (levels.get(price) ?? 0n) + size)
  }
  return [...levels]
}

// @feature bids.trait-ladder
it('has of any market the bids on sets that hold all of some tokens, each as far as its pool pays it', async () => {
  const asked = fc.uniqueArray(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(market, asked, async (story, tokens) => {
      await fill(story)
      const { levels, hasMore } = await readSetBidLevels(store, HERE, tokens, { nowMicros: NOW * 1_000_000n, take: 50 })
      expect(levels.map(({ priceOctas, size }) => [priceOctas, size])).toEqual(ladderOf(story, tokens))
      expect(hasMore).toBe(false)
      const first = await readSetBidLevels(store, HERE, tokens, { nowMicros: NOW * 1_000_000n, take: 1 })
      expect(first).toEqual({ levels: levels.slice(0, 1), hasMore: levels.length > 1 })
    }),
    { numRuns: runs(40) },
  )
})

const tokenAt = (at: number) => `0x${at.toString(16).padStart(64, '0')}`
/** Bids on sets, many at each price. */
const MANY = 30_000
const SETS = 600

// @feature bids.trait-ladder
it('reads a bounded number of bids however many there are, and ends where not all have been read', async () => {
  await store.pool.query('truncate market.collection_offers, market.bid_pools, account.token_sets')
  const [even, odd] = [tokenAt(SETS), tokenAt(SETS + 1)]
  for (let set = 0; set < SETS; set += 1) await announce(rootOf(set), [set % 2 === 0 ? even : odd, tokenAt(set)])
  await store.pool.query(
    `insert into market.collection_offers (marketplace, offer_id, collection_id, buyer, price_octas, wanted_amount, remaining_amount,
       is_pooled, set_root, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
     select 'opal', n::text, $1, '0x' || n % 50, 100 + n / ${SETS}, 1, 1, false, lpad((n % ${SETS})::text, 64, '0'), 'open', 'valid', 1, 1, 1, 0, 1
     from generate_series(0, ${MANY} - 1) n`,
    [HERE],
  )
  await store.pool.query('analyze market.collection_offers; analyze account.token_sets')
  const page = { nowMicros: NOW * 1_000_000n, take: 50 }
  for (const [tokens, perLevel] of [
    [[even], SETS / 2],
    [[tokenAt(7)], 1],
    [[odd, tokenAt(7)], 1],
  ] as const) {
    let ladder = { levels: [] as readonly { priceOctas: bigint; size: bigint }[], hasMore: false }
    const read = await countRowsRead(store, 'market.collection_offers', async (reader) => {
      ladder = await readSetBidLevels(reader, HERE, tokens, page)
    })
    expect(read).toBeLessThanOrEqual(2_500n)
    const dearest = BigInt(100 + MANY / SETS - 1)
    expect(ladder.levels[0]).toMatchObject({ priceOctas: dearest, size: BigInt(perLevel) })
    expect(new Set(ladder.levels.map(({ size }) => size))).toEqual(new Set([BigInt(perLevel)]))
    expect(ladder.levels.map(({ priceOctas }) => priceOctas)).toEqual(
      ladder.levels.map((_, at) => dearest - BigInt(at)),
    )
    expect(ladder.hasMore).toBe(perLevel > 1)
  }
})

// @feature bids.trait-ladder
it('of very many tokens has no bid on a set that lacks a part of them, whichever part', async () => {
  await store.pool.query('truncate market.collection_offers, market.bid_pools, account.token_sets')
  const wanted = Array.from({ length: 2_000 }, (_, at) => tokenAt(at))
  const others = Array.from({ length: 2_000 }, (_, at) => tokenAt(at + wanted.length))
  const whole = 0
  const holds: readonly ((at: number) => boolean)[] = [
    () => true,
    ...[2, 3, 4].flatMap((step) => Array.from({ length: step }, (_, phase) => (at: number) => at % step === phase)),
    (at) => at < 1_800,
    (at) => at >= 200,
  ]
  for (const [set, has] of holds.entries()) {
    const held = wanted.filter((_, at) => has(at))
    await announce(rootOf(set), [...held, ...others.slice(0, wanted.length - held.length)])
  }
  await store.pool.query(
    `insert into market.collection_offers (marketplace, offer_id, collection_id, buyer, price_octas, wanted_amount, remaining_amount,
       is_pooled, set_root, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
     select 'opal', n::text, $1, '0xb1', 100 + n, 1, 1, false, lpad(n::text, 64, '0'), 'open', 'valid', 1, 1, 1, 0, 1
     from generate_series(0, $2::int - 1) n`,
    [HERE, holds.length],
  )
  const { levels } = await readSetBidLevels(store, HERE, wanted, { nowMicros: NOW * 1_000_000n, take: 50 })
  expect(levels.map(({ priceOctas }) => priceOctas)).toEqual([BigInt(100 + whole)])
})
