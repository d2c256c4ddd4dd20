import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { poolsRaised } from '../schema/orders.ts'
import { insertRows } from '../testing/insert-rows.ts'
import { announcedSets, BOUNDS, costOf, hex, sum } from './testing/announced-sets.ts'

const market = announcedSets()
const { announce, clear, fund, name, stored } = market

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

describe('sets that open offers name', () => {
  test('stay while there is space, funded or not, and nothing says any more who announced them', async () => {
    const { root } = await announce({ size: 3 })
    await name('0xb', root, { validity: 'unfunded' })
    await market.store.pool.query(
      `update account.token_set_announcements set announced_at = announced_at - interval '3 days'`,
    )
    await announce({ size: 3 })
    expect((await stored()).get(root)).toMatchObject({ announcements: [] })
    const { rows } = await market.store.pool.query('select from account.token_sets where client is not null')
    expect(rows).toEqual([])
  })

  test.each([
    ['another collection', { collection_id: '0xother' }],
    ['an offer that has ended', { state: 'filled' }],
    ['an expired offer', { validity: 'expired' }],
  ])('are not those of %s', async (_, change) => {
    const { root } = await announce({ size: 3 })
    await name('0xb', root, change)
    await market.store.pool.query(
      `update account.token_set_announcements set announced_at = announced_at - interval '61 min'`,
    )
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
            const root = hex(market.roots + 1)
            for (const bidder of bidders) await name(`0x${bidder}`, root)
            named.set(root, { cost: costOf(size), bidders })
            const { isStored } = await announce({ size, client: `client ${market.roots}` }, bounds)
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
    await market.store.pool.query('update market.clock set settled_micros = $1', [NOW])
    const held = fc.record({ heldOctas: fc.bigInt(0n, 500n), minutesAgo: fc.integer({ min: 0, max: 120 }) })
    await fc.assert(
      fc.asyncProperty(held, fc.integer({ min: 1, max: 4 }), async ({ heldOctas, minutesAgo }, sets) => {
        await clear()
        const bounds = { ...BOUNDS, namedOfCollection: 1 }
        await fund('0xuser', 1_000n)
        await fund('0xflood', 1_000_000_000n)
        const raised_at_micros = NOW - BigInt(minutesAgo) * 60_000_000n
        await insertRows(market.store, poolsRaised, [
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
      await name(wallet, hex(market.roots + 1))
      await announce({ size: 1 }, bounds)
    }
    const poor = hex(3)
    expect((await stored()).has(poor)).toBe(false)
    expect((await announce({ size: 1, root: poor }, bounds)).isStored).toBe(false)
    await market.store.pool.query(`update market.bid_pools set balance_octas = 95 where wallet = '0xpoor'`)
    expect((await announce({ size: 1, root: poor }, bounds)).isStored).toBe(true)
    expect([...(await stored()).keys()].toSorted()).toEqual([hex(1), poor])
  })
})
