import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { vacuumWhole } from '../../testing/vacuum-whole.ts'
import { type ActivityQuery, readActivities, readLastTrades } from './activities.ts'

const [WALLET, TOKEN] = ['busy', 'popular']
const [COUNT, RARE] = [6_000, 600]

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  // Of a wallet and a token one activity in 600 is of what is asked for, and all of others are.
  await store.pool.query(
    `insert into market.activities (version, event_index, kind, marketplace, collection_id, token_data_id, from_address, to_address, at_micros,
        transaction_hash)
      select n, 0, case when n % $2::int = 0 then 'sale' else 'list' end, case when n % $2::int = 0 then 'souk' else 'bazaar' end,
        case when n % $2::int = 0 then 'rare' else 'usual' end, $4, case when n % 4 < 2 then $3 else 'other ' || n % 100 end,
        case when n % 4 < 2 then null else $3 end, n, repeat('x', 200)
      from generate_series(1, $1::int) n
      union all
      select $1::int + n, 0, 'sale', 'souk', 'rare', 'token ' || n % 500, 'wallet ' || n % 500, null, $1::int + n, repeat('x', 200)
      from generate_series(1, $1::int) n`,
    [COUNT, RARE, WALLET, TOKEN],
  )
  await vacuumWhole(store, ['market.activities'])
})
afterAll(() => store[Symbol.asyncDispose]())

const CHOICES: readonly Partial<ActivityQuery>[] = [
  { kinds: ['sale'] },
  { kinds: ['burn'] },
  { marketplace: 'souk' },
  { kinds: ['sale', 'mint'], marketplace: 'souk' },
  { kinds: ['sale'], sinceMicros: BigInt(COUNT / 2) },
  { kinds: ['sale'], untilMicros: BigInt(COUNT / 2) },
]

test.each<[string, Partial<ActivityQuery>, readonly Partial<ActivityQuery>[]]>([
  [
    'wallet',
    { wallet: WALLET },
    [...CHOICES, { collectionIds: ['rare'] }, { collectionIds: ['rare'], kinds: ['sale'] }],
  ],
  ['token', { tokenDataId: TOKEN }, CHOICES],
])('of a %s with any number of activities those are read that a page has', async (_, of, choices) => {
  for (const choice of choices) {
    const query = { ...of, ...choice, take: 50 }
    let found = 0
    const read = await countRowsRead(store, 'market.activities', async (reader) => {
      found = (await readActivities(reader, query, 0n)).length
    })
    expect(found, JSON.stringify(choice.kinds)).toBe(choice.kinds?.includes('burn') ? 0 : matching(choice))
    expect(read, `${choice.kinds} ${choice.marketplace} ${choice.collectionIds}`).toBeLessThanOrEqual(BigInt(2 * found))
    const { pages } = await workForAnyParameters(store, (reader) => readActivities(reader, query, 0n))
    // Where each was a page of the table.
    expect(pages, `${choice.kinds} ${choice.marketplace} ${choice.collectionIds}`).toBeLessThan(COUNT / 10)
  }
})

test('the last trade of a wallet is found without reading what it did since', async () => {
  const read = await countRowsRead(store, 'market.activities', async (reader) => {
    const [last, ...others] = await readLastTrades(reader, [WALLET, 'other 2'], 0n)
    expect([last?.version, last?.kind, others]).toEqual([BigInt(COUNT), 'sale', []])
  })
  expect(read).toBe(1n)
})

function matching({ sinceMicros, untilMicros }: Partial<ActivityQuery>): number {
  const half = sinceMicros !== undefined || untilMicros !== undefined
  return half ? COUNT / RARE / 2 + (sinceMicros === undefined ? 0 : 1) : COUNT / RARE
}

test('pages of some activities of a wallet or a token are those of all that fit, newest first, each once', async () => {
  const [kinds, collections, marketplaces, wallets] = [
    ['list', 'sale', 'transfer', 'mint'],
    ['c1', 'c2', 'c3'],
    ['here', 'there', null],
    ['ann', 'ben', null],
  ] as const
  await store.pool.query('delete from market.activities')
  await store.pool.query(
    `insert into market.activities (version, event_index, kind, marketplace, collection_id, token_data_id, from_address, to_address, at_micros)
      select n / 2, n % 2, ($1::text[])[1 + n % 4], ($2::text[])[1 + n / 3 % 3], ($3::text[])[1 + n / 5 % 3], 't' || n / 5 % 3 || n % 2,
        ($4::text[])[1 + n / 7 % 3], ($4::text[])[1 + n / 2 % 3], n / 4
      from generate_series(1, 400) n`,
    [kinds, marketplaces, collections, wallets],
  )
  const all = await readActivities(store, { take: 1_000 }, 0n)
  expect(all).toHaveLength(400)
  const some = <Value>(of: readonly Value[]) => fc.option(fc.subarray([...of], { minLength: 1 }), { nil: undefined })
  const asked = fc.record({
    who: fc.constantFrom<Pick<ActivityQuery, 'wallet' | 'tokenDataId'>>(
      { wallet: 'ann' },
      { wallet: 'ben' },
      { tokenDataId: 't00' },
      { tokenDataId: 't21' },
      { wallet: 'ann', tokenDataId: 't11' },
    ),
    kinds: some(kinds),
    collectionIds: some(collections),
    marketplace: fc.constantFrom('here', 'there', undefined),
    sinceMicros: fc.option(fc.bigInt({ min: 0n, max: 100n }), { nil: undefined }),
    untilMicros: fc.option(fc.bigInt({ min: 0n, max: 100n }), { nil: undefined }),
    take: fc.integer({ min: 1, max: 20 }),
    offset: fc.nat(20),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ who, take, offset, ...choice }) => {
      const { kinds: of, collectionIds, marketplace, sinceMicros = 0n, untilMicros = 1_000n } = choice
      const fitting = all.filter(
        (row) =>
          (who.wallet === undefined || [row.fromAddress, row.toAddress].includes(who.wallet)) &&
          (who.tokenDataId === undefined || row.tokenDataId === who.tokenDataId) &&
          (of === undefined || of.some((kind) => kind === row.kind)) &&
          (collectionIds === undefined || collectionIds.some((id) => id === row.collectionId)) &&
          (marketplace === undefined || row.marketplace === marketplace) &&
          row.atMicros >= sinceMicros &&
          row.atMicros <= untilMicros,
      )
      const narrowing: Partial<ActivityQuery> = Object.fromEntries(
        Object.entries(choice).filter(([, value]) => value !== undefined),
      )
      const query = { ...who, ...narrowing, take }
      expect(await readActivities(store, { ...query, offset }, 0n)).toEqual(fitting.slice(offset, offset + take))
      const last = fitting[offset]
      if (last === undefined) return
      expect(await readActivities(store, { ...query, after: last }, 0n)).toEqual(
        fitting.slice(offset + 1, offset + 1 + take),
      )
    }),
    { numRuns: runs(150) },
  )
})
