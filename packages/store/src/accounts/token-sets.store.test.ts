import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { announcedSets, BOUNDS, COLLECTION, costOf, hex, type StoredSet, sum } from './testing/announced-sets.ts'
import { SET_BOUNDS } from './token-set-shares.ts'
import { addTokenSet, readTokenSet } from './token-sets.ts'

const market = announcedSets()
const { announce, clear, stored } = market

/** Costs of the stored sets that each of some groups has announced, or those in all. */
function costsBy(rows: ReadonlyMap<string, StoredSet>, group: 'client' | 'site' | 'all'): readonly number[] {
  const announced = [...rows.values()].flatMap(({ cost, announcements }) =>
    announcements.map((one) => ({ cost, group: group === 'all' ? '' : one[group] })),
  )
  return [...Map.groupBy(announced, (one) => one.group).values()].map((some) => sum(some.map(({ cost }) => cost)))
}

test.each([
  ['v2 tokens', [`0x${hex(1)}`, `0x${'ab'.repeat(32)}`]],
  ['editions of v1 tokens', [`0x${hex(2)}`, `0x${hex(2)}/1`, `0x${hex(2)}/18446744073709551615`]],
])('a list of %s is served as it was announced', async (_, tokens) => {
  const set = { root: hex(9), collectionId: COLLECTION, tokens }
  expect(await addTokenSet(market.store, set, { client: 'a', site: 'a' })).toBe(true)
  expect(await readTokenSet(market.store, hex(9))).toEqual({ ...set, condition: null })
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
    await market.store.pool.query(
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
      market.store.pool.query(
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

test('a client stores some megabytes at most, all together some hundred', () => {
  const MIB = 1024 * 1024
  expect(SET_BOUNDS.unnamedCostOfClient).toBeLessThanOrEqual(4 * MIB)
  expect(SET_BOUNDS.unnamedCost + SET_BOUNDS.namedCost).toBeLessThanOrEqual(384 * MIB)
  expect(costOf(10_000)).toBeLessThan(SET_BOUNDS.unnamedCostOfClient)
})
