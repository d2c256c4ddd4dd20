import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { countHeldTokens } from './count-held-tokens.ts'
import type { HeldTokensFilter } from './held-filter.ts'
import { findHeldTokens } from './held-tokens.ts'

const VALIDITIES = ['valid', 'token-frozen', 'marketplace-closed', 'expired', 'reserved', 'seller-lost-token'] as const
const anyListing = fc.record({
  seller: fc.constantFrom('0xa', '0xa', '0xb'),
  marketplace: fc.constantFrom('bazaar', 'souk'),
  state: fc.constantFrom('open', 'open', 'cancelled'),
  validity: fc.constantFrom(...VALIDITIES),
  edition: fc.constantFrom(0, 1),
})
const anyToken = fc.record({
  id: fc.integer({ min: 1, max: 9 }).map(String),
  collection: fc.constantFrom(null, 'traded', 'flagged', 'quiet'),
  amounts: fc.tuple(fc.constantFrom(0, 1, 2), fc.constantFrom(0, 0, 1)),
  listings: fc.array(anyListing, { maxLength: 4 }),
})
const anyTokens = fc.uniqueArray(anyToken, { selector: ({ id }) => id, maxLength: 9 })
const asked = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 })
const anyFilter = fc
  .record({
    collectionId: asked(fc.constantFrom('traded', 'quiet')),
    listed: asked(fc.boolean()),
    marketplaces: asked(fc.subarray(['bazaar', 'souk'])),
    tokenDataIds: asked(fc.subarray(['1', '2', '3', '4', '5'])),
    propertyVersion: asked(fc.constantFrom(0n, 1n)),
    spam: asked(fc.constantFrom('include', 'hide', 'only')),
  })
  .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)))

it('as many tokens are counted as are found, for any filter', async () => {
  await using store = await createTestStore()
  await store.pool.query(`
    insert into market.collection_stats (collection_id, floor_octas, sales_all, last_version) values ('traded', 5, 1, 1), ('flagged', 7, 1, 1);
    insert into account.flag_requests (collection_id, wallet, reason, remarks, status, asked_at)
      values ('flagged', '0xb', 'spam', '', 'upheld', '2026-01-01')`)
  await fc.assert(
    fc.asyncProperty(anyTokens, anyFilter, async (tokens, rest) => {
      await store.pool.query('delete from market.token_holders; delete from market.listings')
      for (const { id, collection, amounts, listings } of tokens) {
        await store.pool.query(
          `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
            select $1, n - 1, '0xa', $2, amount from unnest($3::numeric[]) with ordinality as held (amount, n)`,
          [id, collection, amounts],
        )
        for (const [at, { seller, marketplace, state, validity, edition }] of listings.entries())
          await store.pool.query(
            `insert into market.listings values ($1, $2, $3, $4, 'v1', $5, $6, 1, $7, $8, 1, 1, 1, 0, 1)`,
            [marketplace, `${id} ${at}`, id, edition, collection, seller, state, validity],
          )
      }
      const filter: HeldTokensFilter = { holder: '0xa', ...rest }
      const all = await findHeldTokens(store, filter, { order: 'value', descending: true, take: 99 })
      expect(await countHeldTokens(store, filter)).toBe(all.length)
    }),
    { numRuns: runs(60) },
  )
})

it('listed and unlisted tokens are counted without looking up each', async () => {
  await using store = await createTestStore()
  const [ITEMS, LISTED] = [4_000, 100]
  await store.pool.query(`
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 't' || n, 0, '0xa', 'c' || n % 3, 1 from generate_series(1, ${ITEMS}) n;
    insert into market.listings
      select 'bazaar', n::text, 't' || n, 0, 'v2', 'c' || n % 3, '0xa', n, 'open', 'valid', n, n, n, 0, n from generate_series(1, ${LISTED}) n`)
  await store.pool.query('vacuum analyze market.token_holders, market.collection_holders, market.listings')
  for (const [listed, count] of [
    [true, LISTED],
    [false, ITEMS - LISTED],
  ] as const) {
    const { pages } = await workForAnyParameters(store, async (reader) =>
      expect(await countHeldTokens(reader, { holder: '0xa', listed })).toBe(count),
    )
    expect(pages).toBeLessThan(ITEMS / 4)
  }
})
