import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../driver/connection.ts'
import { bidPools, type CollectionOfferRow, collectionOffers } from '../schema/orders.ts'
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
  ...{ namedCost: 400_000, namedOfCollection: 1_000, unnamedCost: 300_000, unnamedCostOfClient: 100_000 },
  ...{ clientsOfSite: 2, unnamedOfCollection: 1_000, unnamedSeconds: 3_600 },
}

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(clear)

async function clear(): Promise<void> {
  await store.pool.query('truncate account.token_sets, market.collection_offers, market.bid_pools')
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
      ...{ marketplace: 'opal', offer_id: `${buyer} ${root}`, collection_id: COLLECTION, buyer, price_octas: 1n },
      ...{ wanted_amount: 1n, remaining_amount: 1n, is_pooled: true, set_root: root, expires_at_seconds: null },
      ...{ state: 'open', validity: 'valid', placed_version: 1n, placed_at_micros: 1n, last_version: 1n },
      ...{ last_event_index: 0, last_at_micros: 1n, ...change },
    },
  ])
}

async function fund(wallet: string, balance_octas: bigint): Promise<void> {
  await insertRows(store, bidPools, [
    { marketplace: 'opal', wallet, balance_octas, last_version: 1n, last_at_micros: 1n },
  ])
}

async function stored() {
  const rows = await queryRows<{ root: string; cost: number; client: string | null; site: string | null }>(
    store,
    'select root, cost, client, site from account.token_sets',
  )
  return new Map(rows.map((row) => [row.root, row]))
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
    const other = fc.record({ client: fc.nat({ max: 2 }), size: fc.integer({ min: 1, max: 1_200 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(other, { maxLength: 25 }),
        fc.boolean(),
        fc.nat({ max: 25 }),
        async (others, isSite, at) => {
          await clear()
          const announced = others.map(({ client, size }) => {
            return { size, client: `flood ${client}`, site: isSite ? 'site' : `flood ${client}` }
          })
          for (const one of announced.slice(0, at)) await announce(one)
          // A quarter of what all clients may have together: there are four.
          const { root } = await announce({ size: 1_400, client: 'user' })
          for (const one of announced.slice(at)) await announce(one)
          const rows = await stored()
          expect(rows.has(root)).toBe(true)
          const costs = [...rows.values()]
          expect(sum(costs.map(({ cost }) => cost))).toBeLessThanOrEqual(BOUNDS.unnamedCost)
          const groups = { client: BOUNDS.unnamedCostOfClient, site: BOUNDS.unnamedCostOfClient * BOUNDS.clientsOfSite }
          for (const [key, bound] of Object.entries(groups) as ['client' | 'site', number][])
            for (const rowsOf of Map.groupBy(costs, (row) => row[key]).values())
              expect(sum(rowsOf.map(({ cost }) => cost))).toBeLessThanOrEqual(bound)
          // The newest of each client is there: it is what its page asks for next.
          const newest = new Map(announced.map((one, index) => [one.client, index < at ? index + 1 : index + 2]))
          if (!isSite) for (const index of newest.values()) expect(rows.has(hex(index))).toBe(true)
        },
      ),
      { numRuns: runs(20) },
    )
  })

  test('make way after an hour, and are stored when they are announced again', async () => {
    const [old, other] = [await announce({ size: 3 }), await announce({ size: 3 })]
    await store.pool.query(
      `update account.token_sets set announced_at = announced_at - interval '61 min' where root = $1`,
      [old.root],
    )
    await announce({ size: 3 })
    expect((await stored()).has(old.root)).toBe(false)
    expect((await stored()).has(other.root)).toBe(true)
    expect(await announce({ size: 3, root: old.root })).toEqual({ root: old.root, isStored: true })
    expect((await stored()).has(old.root)).toBe(true)
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
  test('stay while there is space, funded or not, and nothing tells any more who announced them', async () => {
    const { root } = await announce({ size: 3 })
    await name('0xb', root, { validity: 'unfunded' })
    await store.pool.query(`update account.token_sets set announced_at = announced_at - interval '3 days'`)
    await announce({ size: 3 })
    expect((await stored()).get(root)).toMatchObject({ client: null, site: null })
  })

  test.each([
    ['another collection', { collection_id: '0xother' }],
    ['an offer that has ended', { state: 'filled' }],
    ['an expired offer', { validity: 'expired' }],
  ])('are not those of %s', async (_, change) => {
    const { root } = await announce({ size: 3 })
    await name('0xb', root, change)
    await store.pool.query(`update account.token_sets set announced_at = announced_at - interval '61 min'`)
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
            const settled = [...after].filter(([, { client }]) => client === null).map(([key]) => key)
            expect(sum(settled.map((key) => named.get(key)?.cost ?? 0))).toBeLessThanOrEqual(bounds.namedCost)
            expect(settled.length).toBeLessThanOrEqual(bounds.namedOfCollection)
            // Whoever made way had no better claim than whoever stays.
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
      return [...rows.values()].filter(({ client }) => client === null).length
    }
    expect(await count(30)).toBe(await count(1))
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
