import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../driver/connection.ts'
import { bidPools, type CollectionOfferRow, collectionOffers, poolsRaised } from '../schema/orders.ts'
import { insertRows } from '../testing/insert-rows.ts'
import { queryRows } from '../testing/query-rows.ts'
import { createTestStore } from '../testing/test-store.ts'
import { SET_BOUNDS, type SetBounds } from './token-set-shares.ts'
import { addTokenSet, readTokenSet } from './token-sets.ts'

const FIXED = 16_384
const PER_TOKEN = 40
const costOf = (size: number) => FIXED + PER_TOKEN * size
const COLLECTION = '0xc0'
const hex = (at: number) => at.toString(16).padStart(64, '0')
/** Bounds that a test reaches with few sets. */
const BOUNDS: SetBounds = {
  namedCost: 400_000,
  namedOfCollection: 1_000,
  unnamedCost: 300_000,
  unnamedCostOfClient: 100_000,
  clientsOfSite: 2,
  unnamedOfCollection: 1_000,
  unnamedSeconds: 3_600,
}

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(clear)

async function clear(): Promise<void> {
  await store.pool.query(
    'truncate account.token_sets, account.token_set_announcements, market.collection_offers, market.bid_pools, market.pools_raised',
  )
  roots = 0
}

let roots = 0
function nextRoot(): string {
  roots += 1
  return hex(roots)
}

interface Announced {
  readonly size: number
  readonly client?: string
  readonly site?: string
  readonly collectionId?: string
  readonly root?: string
}

/** Announces a set of so many tokens. @returns its root, and whether it was stored. */
async function announce(
  { size, client = 'someone', site = client, collectionId = COLLECTION, root = nextRoot() }: Announced,
  bounds = BOUNDS,
) {
  const tokens = Array.from({ length: size }, (_, at) => `0x${hex(roots * 1_000_000 + at)}`)
  const isStored = await addTokenSet(store, { root, collectionId, tokens }, { client, site }, bounds)
  return { root, isStored }
}

/** Places open offers of a bidder on a set. */
async function name(buyer: string, root: string, change: Partial<CollectionOfferRow> = {}): Promise<void> {
  await insertRows(store, collectionOffers, [
    {
      marketplace: 'opal',
      offer_id: `${buyer} ${root}`,
      collection_id: COLLECTION,
      buyer,
      price_octas: 1n,
      wanted_amount: 1n,
      remaining_amount: 1n,
      is_pooled: true,
      set_root: root,
      expires_at_seconds: null,
      state: 'open',
      validity: 'valid',
      placed_version: 1n,
      placed_at_micros: 1n,
      last_version: 1n,
      last_event_index: 0,
      last_at_micros: 1n,
      ...change,
    },
  ])
}

async function fund(wallet: string, balance_octas: bigint): Promise<void> {
  await insertRows(store, bidPools, [
    { marketplace: 'opal', wallet, balance_octas, last_version: 1n, last_at_micros: 1n },
  ])
}

interface StoredSet {
  readonly root: string
  readonly cost: number
  readonly announcements: readonly { readonly client: string; readonly site: string }[]
}

async function stored() {
  const rows = await queryRows<StoredSet>(
    store,
    `select root, cost, coalesce(jsonb_agg(jsonb_build_object('client', a.client, 'site', a.site) order by a.client)
       filter (where a.client is not null), '[]') as announcements
     from account.token_sets s left join account.token_set_announcements a using (root) group by root, cost`,
  )
  return new Map(rows.map((row) => [row.root, row]))
}

/** Costs of the stored sets that each of some groups has announced, or those in all. */
function costsBy(rows: ReadonlyMap<string, StoredSet>, group: 'client' | 'site' | 'all'): readonly number[] {
  const announced = [...rows.values()].flatMap(({ cost, announcements }) =>
    announcements.map((one) => ({ cost, group: group === 'all' ? '' : one[group] })),
  )
  return [...Map.groupBy(announced, (one) => one.group).values()].map((some) => sum(some.map(({ cost }) => cost)))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

test.each([
  ['v2 tokens', [`0x${hex(1)}`, `0x${'ab'.repeat(32)}`]],
  ['editions of v1 tokens', [`0x${hex(2)}`, `0x${hex(2)}/1`, `0x${hex(2)}/18446744073709551615`]],
])('a list of %s is served as it was announced', async (_, tokens) => {
  const set = { root: hex(9), collectionId: COLLECTION, tokens }
  expect(await addTokenSet(store, set, { client: 'a', site: 'a' })).toBe(true)
  expect(await readTokenSet(store, hex(9))).toEqual({ ...set, condition: null })
})

describe('sets that no offer names', () => {
  test('stay for their client, whatever others announce before its offer is placed', async () => {
    const other = fc.record({
      client: fc.nat({ max: 2 }),
      size: fc.integer({ min: 1, max: 1_200 }),
      isOfUser: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(other, { maxLength: 25 }),
        fc.boolean(),
        fc.nat({ max: 25 }),
        async (others, isSite, at) => {
          await clear()
          const flood = others.map(({ client, size, isOfUser }) => {
            return { size, client: `flood ${client}`, site: isSite ? 'site' : `flood ${client}`, isOfUser }
          })
          /** The last announcement of each client. */
          const newest = new Map<string, string>()
          for (const one of flood.slice(0, at)) newest.set(one.client, (await announce(one)).root)
          // A quarter of what all clients may have together: there are four.
          const { root } = await announce({ size: 1_400, client: 'user' })
          // Others may announce the user's set, too.
          for (const { isOfUser, ...one } of flood.slice(at))
            newest.set(one.client, (await announce({ ...one, ...(isOfUser && { root }) })).root)
          const rows = await stored()
          expect(rows.has(root)).toBe(true)
          expect(Math.max(...costsBy(rows, 'all'))).toBeLessThanOrEqual(BOUNDS.unnamedCost)
          expect(Math.max(...costsBy(rows, 'client'))).toBeLessThanOrEqual(BOUNDS.unnamedCostOfClient)
          const boundOfSite = BOUNDS.unnamedCostOfClient * BOUNDS.clientsOfSite
          expect(Math.max(...costsBy(rows, 'site'))).toBeLessThanOrEqual(boundOfSite)
          // It is what its page asks for next.
          if (!isSite) for (const last of newest.values()) expect(rows.has(last)).toBe(true)
        },
      ),
      { numRuns: runs(20) },
    )
  })

  test('make way after an hour, and are stored when they are announced again', async () => {
    const [old, other] = [await announce({ size: 3 }), await announce({ size: 3 })]
    await store.pool.query(
      `update account.token_set_announcements set announced_at = announced_at - interval '61 min' where root = $1`,
      [old.root],
    )
    await announce({ size: 3 })
    expect((await stored()).has(old.root)).toBe(false)
    expect((await stored()).has(other.root)).toBe(true)
    expect(await announce({ size: 3, root: old.root })).toEqual({ root: old.root, isStored: true })
    expect((await stored()).has(old.root)).toBe(true)
  })

  test('that several clients have announced stay until the last of these makes way', async () => {
    const { root } = await announce({ size: 3, client: 'a' })
    await announce({ size: 3, client: 'b', root })
    const age = (client: string) =>
      store.pool.query(
        `update account.token_set_announcements set announced_at = announced_at - interval '61 min' where client = $1`,
        [client],
      )
    for (const [client, isLeft] of [
      ['a', true],
      ['b', false],
    ] as const) {
      await age(client)
      await announce({ size: 3, client: 'c' })
      expect((await stored()).has(root)).toBe(isLeft)
    }
  })

  test('of a collection are bounded in number, and those of who has least stay', async () => {
    const bounds = { ...BOUNDS, unnamedOfCollection: 3 }
    for (let at = 0; at < 3; at += 1) await announce({ size: 1, client: 'flood' }, bounds)
    const { root } = await announce({ size: 1, client: 'user' }, bounds)
    for (let at = 0; at < 3; at += 1) await announce({ size: 1, client: 'flood' }, bounds)
    const rows = await stored()
    expect(rows.size).toBe(3)
    expect(rows.has(root)).toBe(true)
    await announce({ size: 1, client: 'flood', collectionId: '0xother' }, bounds)
    expect((await stored()).size).toBe(4)
  })
})

describe('sets that open offers name', () => {
  test('stay while there is space, funded or not, and nothing says any more who announced them', async () => {
    const { root } = await announce({ size: 3 })
    await name('0xb', root, { validity: 'unfunded' })
    await store.pool.query(`update account.token_set_announcements set announced_at = announced_at - interval '3 days'`)
    await announce({ size: 3 })
    expect((await stored()).get(root)).toMatchObject({ announcements: [] })
    const { rows } = await store.pool.query('select from account.token_sets where client is not null')
    expect(rows).toEqual([])
  })

  test.each([
    ['another collection', { collection_id: '0xother' }],
    ['an offer that has ended', { state: 'filled' }],
    ['an expired offer', { validity: 'expired' }],
  ])('are not those of %s', async (_, change) => {
    const { root } = await announce({ size: 3 })
    await name('0xb', root, change)
    await store.pool.query(`update account.token_set_announcements set announced_at = announced_at - interval '61 min'`)
    await announce({ size: 3 })
    expect((await stored()).has(root)).toBe(false)
  })

  test('make way where their bidders store most for each octa in their pools, in whatever order they come', async () => {
    const set = fc.record({ size: fc.integer({ min: 1, max: 800 }), bidders: fc.subarray([0, 1, 2, 3, 4]) })
    const balances = fc.array(fc.bigInt(0n, 1_000_000n), { minLength: 5, maxLength: 5 })
    const isOfCollection = fc.boolean()
    await fc.assert(
      fc.asyncProperty(
        fc.array(set, { minLength: 8, maxLength: 30 }),
        balances,
        isOfCollection,
        async (sets, octas, byCount) => {
          await clear()
          const bounds = byCount ? { ...BOUNDS, namedCost: 4_000_000, namedOfCollection: 6 } : BOUNDS
          for (const [at, balance] of octas.entries()) await fund(`0x${at}`, balance)
          const named = new Map<string, { readonly cost: number; readonly bidders: readonly number[] }>()
          for (const { size, bidders } of sets) {
            const before = await stored()
            const root = hex(roots + 1)
            for (const bidder of bidders) await name(`0x${bidder}`, root)
            named.set(root, { cost: costOf(size), bidders })
            const { isStored } = await announce({ size, client: `client ${roots}` }, bounds)
            const after = await stored()
            expect(after.has(root)).toBe(isStored)
            const settled = [...after].filter(([, set]) => set.announcements.length === 0).map(([key]) => key)
            expect(sum(settled.map((key) => named.get(key)?.cost ?? 0))).toBeLessThanOrEqual(bounds.namedCost)
            expect(settled.length).toBeLessThanOrEqual(bounds.namedOfCollection)
            // No evicted set had a better claim than one that is left.
            const compared = [...before.keys(), root].filter((key) => (named.get(key)?.bidders.length ?? 0) > 0)
            const claims = claimsOf(compared, named, octas)
            const gone = compared.filter((key) => !after.has(key)).map((key) => claims.get(key) ?? 0)
            const left = compared.filter((key) => after.has(key)).map((key) => claims.get(key) ?? 0)
            if (gone.length > 0 && left.length > 0)
              expect(Math.max(...left)).toBeLessThanOrEqual(Math.min(...gone) * (1 + 1e-9))
          }
        },
      ),
      { numRuns: runs(12) },
    )
  })

  test('of a bidder who splits the money and the bids over many wallets are no more than those of one wallet', async () => {
    const count = async (wallets: number) => {
      await clear()
      await fund('0xuser', 1_000n)
      const { root } = await announce({ size: 500 })
      await name('0xuser', root)
      for (let at = 0; at < wallets; at += 1) await fund(`0x${at}`, BigInt(900 / wallets))
      for (let at = 0; at < 30; at += 1) {
        const one = await announce({ size: 1, client: `flood ${at}` })
        await name(`0x${at % wallets}`, one.root)
        await announce({ size: 1, client: 'user' })
      }
      const rows = await stored()
      expect(rows.has(root)).toBe(true)
      return [...rows.values()].filter(({ announcements }) => announcements.length === 0).length
    }
    expect(await count(30)).toBe(await count(1))
  })

  test('make way for no money that has not been in a pool for an hour, however much it is', async () => {
    const NOW = 1_790_000_000_000_000n
    await store.pool.query('update market.clock set settled_micros = $1', [NOW])
    const held = fc.record({ heldOctas: fc.bigInt(0n, 500n), minutesAgo: fc.integer({ min: 0, max: 120 }) })
    await fc.assert(
      fc.asyncProperty(held, fc.integer({ min: 1, max: 4 }), async ({ heldOctas, minutesAgo }, sets) => {
        await clear()
        const bounds = { ...BOUNDS, namedOfCollection: 1 }
        await fund('0xuser', 1_000n)
        await fund('0xflood', 1_000_000_000n)
        const raised_at_micros = NOW - BigInt(minutesAgo) * 60_000_000n
        await insertRows(store, poolsRaised, [
          { marketplace: 'opal', wallet: '0xflood', raised_at_micros, held_octas: heldOctas },
        ])
        const { root } = await announce({ size: 3, client: 'user' }, bounds)
        await name('0xuser', root)
        for (let at = 0; at < sets; at += 1) {
          const one = await announce({ size: 3, client: 'flood' }, bounds)
          await name('0xflood', one.root)
        }
        await announce({ size: 3, client: 'other' }, bounds)
        expect((await stored()).has(root)).toBe(minutesAgo < 60)
      }),
      {
        numRuns: runs(12),
        examples: [
          [{ heldOctas: 0n, minutesAgo: 60 }, 1],
          [{ heldOctas: 0n, minutesAgo: 59 }, 1],
        ],
      },
    )
  })

  test('come back when they are announced again and the bidder has put more money behind them', async () => {
    const bounds = { ...BOUNDS, namedOfCollection: 2 }
    for (const [wallet, octas] of [
      ['0xrich', 100n],
      ['0xrich2', 90n],
      ['0xpoor', 1n],
    ] as const) {
      await fund(wallet, octas)
      await name(wallet, hex(roots + 1))
      await announce({ size: 1 }, bounds)
    }
    const poor = hex(3)
    expect((await stored()).has(poor)).toBe(false)
    expect((await announce({ size: 1, root: poor }, bounds)).isStored).toBe(false)
    await store.pool.query(`update market.bid_pools set balance_octas = 95 where wallet = '0xpoor'`)
    expect((await announce({ size: 1, root: poor }, bounds)).isStored).toBe(true)
    expect([...(await stored()).keys()].toSorted()).toEqual([hex(1), poor])
  })
})

/** Bytes that the bidder of each set with the best claim stores for an octa in its pool. */
function claimsOf(
  keys: readonly string[],
  named: ReadonlyMap<string, { readonly cost: number; readonly bidders: readonly number[] }>,
  octas: readonly bigint[],
): ReadonlyMap<string, number> {
  const costs = octas.map((_, bidder) =>
    sum(keys.map((key) => (named.get(key)?.bidders.includes(bidder) ? (named.get(key)?.cost ?? 0) : 0))),
  )
  const perOcta = costs.map((cost, bidder) => cost / Math.max(Number(octas[bidder] ?? 0n), 1))
  return new Map(keys.map((key) => [key, Math.min(...(named.get(key)?.bidders ?? []).map((at) => perOcta[at] ?? 0))]))
}

test('a client stores some megabytes at most, all together some hundred', () => {
  const MIB = 1024 * 1024
  expect(SET_BOUNDS.unnamedCostOfClient).toBeLessThanOrEqual(4 * MIB)
  expect(SET_BOUNDS.unnamedCost + SET_BOUNDS.namedCost).toBeLessThanOrEqual(384 * MIB)
  expect(costOf(10_000)).toBeLessThan(SET_BOUNDS.unnamedCostOfClient)
})
