import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { WINDOWS } from '@opal/contract/constants/windows'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS } from '@opal/domain/time'
import { MARKETPLACES, nativeMarketplace } from '@opal/marketplaces/registry'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

const DAYS = { '1d': 1n, '7d': 7n, '30d': 30n, all: null } as const
/** Ages of activities: on both sides of each boundary, and far from all. */
const AGES = [0n, 1n, 7n, 30n].flatMap((days) => [-1n, 0n, 1n].map((more) => days * DAY_MICROS + more))
const TYPES = ['sales', 'listing', 'bid', 'transfer', 'mint'] as const

const NATIVE = nativeMarketplace.id
const ANOTHER = MARKETPLACES.find(({ id }) => id !== NATIVE)?.id ?? ''

let api: TestApi
let now: bigint
beforeAll(async () => {
  api = await createTestApi()
  now = api.context.nowMicros()
  await api.store.pool.query('truncate market.activities, market.sales')
  // Earlier activities have lower versions.
  const moments = [...AGES, 90n * DAY_MICROS].filter((age) => age >= 0n).toSorted((a, b) => Number(b - a))
  for (const [at, age] of moments.entries())
    await api.store.pool.query(
      `insert into market.activities (version, event_index, kind, marketplace, collection_id, token_data_id, from_address,
        to_address, price_octas, at_micros)
      select ${10_000 + at}, n, kind, case when n % 2 = 0 then $6 else $7 end, $1, $2, $3, $4, 5, ${now - age}
      from unnest($5::text[]) with ordinality as k(kind, n)`,
      [EXAMPLE.collectionId, EXAMPLE.tokenDataId, EXAMPLE.owner, EXAMPLE.buyer, [...ACTIVITY_KINDS], NATIVE, ANOTHER],
    )
  // Sales say near which version an interval ends, wherever they lie.
  await api.store.pool.query(
    `insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version, collection_id,
      seller, buyer, price_octas, is_wash, at_micros)
    select distinct version, 900, 'opal', 'listing', 'x', $1, 0, $2, $3, $4, 5, false, at_micros
    from market.activities where version >= 10000 and version % 2 = 0`,
    [EXAMPLE.tokenDataId, EXAMPLE.collectionId, EXAMPLE.owner, EXAMPLE.buyer],
  )
})
afterAll(() => api[Symbol.asyncDispose]())

async function idsOf(query: URLSearchParams): Promise<readonly Activity[]> {
  const rows: Activity[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = new URLSearchParams([...query, ...(cursor === undefined ? [] : [['cursor', cursor]])])
    const answer = await api.server.inject({ method: 'GET', url: `/api/activities?${asked}` })
    expect(answer.statusCode, answer.body).toBe(200)
    const page: { data: Activity[]; nextCursor: string | null } = answer.json()
    rows.push(...page.data)
    cursor = page.nextCursor
  }
  return rows
}

const SCOPES: Readonly<Record<string, string>>[] = [
  {},
  { collectionId: EXAMPLE.collectionId },
  { tokenDataId: EXAMPLE.tokenDataId },
  { walletAddress: EXAMPLE.owner },
]

// @feature activity.filters
test('any switches, marketplace and interval mean the same rows, everywhere, of a collection, a token or a wallet', async () => {
  const choice = fc.record({
    scope: fc.constantFrom(...SCOPES),
    types: fc.subarray([...TYPES]),
    marketplace: fc.constantFrom('all', NATIVE, ANOTHER),
    interval: fc.constantFrom(...WINDOWS),
    take: fc.constantFrom('7', '100'),
  })
  await fc.assert(
    fc.asyncProperty(choice, async ({ scope, types, marketplace, interval, take }) => {
      const all = await idsOf(new URLSearchParams({ ...scope, take: '100' }))
      const days = DAYS[interval]
      const expected = all.filter(
        (row) =>
          (types.length === 0 || types.some((type) => KINDS_OF_TYPE[type].includes(row.kind))) &&
          (marketplace === 'all' || row.marketplace === marketplace) &&
          (days === null || BigInt(row.atMicros) >= now - days * DAY_MICROS),
      )
      const query = new URLSearchParams({ ...scope, marketplace, interval, take })
      for (const type of types.length === 0 ? ['all'] : types) query.append('type', type)
      expect((await idsOf(query)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    }),
    { numRuns: runs(40) },
  )
})

test('an unknown kind and an invalid interval are refused', async () => {
  for (const query of ['type=x', 'type=sales&type=x', 'interval=2d', 'interval=1d&interval=7d']) {
    const answer = await api.server.inject({ method: 'GET', url: `/api/activities?${query}` })
    expect([answer.statusCode, answer.json().error.code], query).toEqual([400, 'invalid-request'])
  }
})

test('activities of a collection that is named twice are listed once', async () => {
  const once = new URLSearchParams({ collectionId: EXAMPLE.collectionId, take: '100' })
  const named = [EXAMPLE.collectionId, EXAMPLE.collectionId.replace('0x', '')].map((id) => ['collectionId', id])
  const twice = new URLSearchParams([...named, ['take', '100']])
  expect((await idsOf(twice)).map(({ id }) => id)).toEqual((await idsOf(once)).map(({ id }) => id))
})

test('pages are counted less far where more collections and kinds are read for each, and a cursor leads on', async () => {
  const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}`
  const statusOf = async (collections: number, page: number, type = 'sales,listing') => {
    const ids = Array.from({ length: collections }, (_, at) => ['collectionId', idOf(at + 1)])
    const types = type.split(',').map((one) => ['type', one])
    const query = new URLSearchParams([...ids, ...types, ['take', '100'], ['page', String(page)]])
    return (await api.server.inject({ method: 'GET', url: `/api/activities?${query}` })).statusCode
  }
  const kinds = new Set([...KINDS_OF_TYPE.sales, ...KINDS_OF_TYPE.listing]).size
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 100 }), async (collections, page) => {
      const read = page * 100 * collections * kinds
      const isRefused = page > 1 && read > 10_000 * ACTIVITY_KINDS.length
      expect(await statusOf(collections, page)).toBe(isRefused ? 400 : 200)
    }),
    { numRuns: runs(20) },
  )
  expect(await statusOf(1, 100)).toBe(200)
  expect(await statusOf(50, 1)).toBe(200)
})
