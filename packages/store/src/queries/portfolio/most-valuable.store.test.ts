import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import type { Reader } from '../read-rows.ts'
import { countHeldTokens } from './count-held-tokens.ts'
import { findHeldTokens, type HeldToken } from './held-tokens.ts'
import { findMostValuable } from './most-valuable.ts'

const WALLETS = ['0xa', '0xb', '0xc'] as const
/** Two of one value, one that is flagged, one of which nothing was ever sold, bid or asked, and one like it that is verified. */
const [DEAR, CHEAP, AS_CHEAP, FLAGGED, QUIET, VERIFIED] = ['0x3', '0x4', '0xd', '0x7', '0x8', '0xf'] as const
const COLLECTIONS = [null, DEAR, CHEAP, AS_CHEAP, FLAGGED, QUIET, VERIFIED] as const
const anyHolding = fc.record({
  id: fc.integer({ min: 1, max: 12 }).map(String),
  edition: fc.constantFrom(0, 0, 1),
  holder: fc.constantFrom(...WALLETS),
  collection: fc.constantFrom(...COLLECTIONS),
  amount: fc.constantFrom(0, 1, 1, 3),
  /** Whether the holder minted it: then it is no spam. */
  isMinted: fc.boolean(),
})
type Holding = typeof anyHolding extends fc.Arbitrary<infer One> ? One : never
const anyHoldings = fc.uniqueArray(anyHolding, {
  selector: ({ id, edition, holder }) => `${id} ${edition} ${holder}`,
  maxLength: 16,
})

function amountOf(holdings: readonly Holding[], holder: string, row: HeldToken): bigint | undefined {
  const held = holdings.find(
    (one) => one.holder === holder && one.id === row.tokenDataId && BigInt(one.edition) === row.propertyVersion,
  )
  return held && BigInt(held.amount)
}

// @feature exit.plan
it('the most valuable tokens of some wallets are the first of their lists by value, and all are counted', async () => {
  await using store = await createTestStore()
  await store.pool.query(`
    insert into market.collection_stats (collection_id, floor_octas, top_bid_octas, last_sale_octas, best_proceeds_octas, last_version)
      values ('${DEAR}', 5, 9, 1, 9, 1), ('${CHEAP}', 4, null, 1, 9, 1), ('${AS_CHEAP}', 3, 4, 1, 9, 1), ('${FLAGGED}', 7, 1, 2, 9, 1),
        ('${QUIET}', null, null, null, null, 1);
    insert into account.verified_collections (collection_id, is_featured, added_at) values ('${VERIFIED}', false, '2026-01-01');
    insert into account.flag_requests (collection_id, wallet, reason, remarks, status, asked_at)
      values ('${FLAGGED}', '0xb', 'spam', '', 'upheld', '2026-01-01')`)
  await fc.assert(
    fc.asyncProperty(
      anyHoldings,
      fc.shuffledSubarray([...WALLETS], { minLength: 1 }),
      fc.option(fc.constantFrom(DEAR, QUIET, FLAGGED, VERIFIED), { nil: undefined, freq: 2 }),
      fc.integer({ min: 1, max: 9 }),
      async (holdings, wallets, collectionId, take) => {
        await store.pool.query('delete from market.token_holders; delete from market.lots')
        for (const [at, { id, edition, holder, collection, amount, isMinted }] of holdings.entries()) {
          await store.pool.query(
            `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount) values ($1, $2, $3, $4, $5)`,
            [id, edition, holder, collection, amount],
          )
          if (isMinted)
            await store.pool.query(
              `insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
                acquired_at_micros, is_in_transit) values ($1, $2, $3, $4, 0, $5, 1, 'mint', 1, false)`,
              [holder, id, edition, at, collection],
            )
        }
        const lists = await Promise.all(
          wallets.map(async (holder) => {
            const filter = { holder, spam: 'hide' as const, ...(collectionId !== undefined && { collectionId }) }
            const rows = await findHeldTokens(store, filter, { order: 'value', descending: true, take: 99 })
            expect(await countHeldTokens(store, filter)).toBe(rows.length)
            return rows.map((row) => ({ ...row, walletAddress: holder, amount: amountOf(holdings, holder, row) }))
          }),
        )
        const all = lists.flat().toSorted((one, other) => Number(other.value) - Number(one.value))
        expect(await findMostValuable(store, wallets, { collectionId, take })).toEqual({
          tokens: all.slice(0, take),
          total: all.length,
        })
      },
    ),
    { numRuns: runs(60) },
  )
})

it('reads the stats of each collection of a wallet once, and about as many tokens as are wanted', async () => {
  await using store = await createTestStore()
  const HELD = 1_000
  await store.pool.query(`
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 't' || n || wallet, 0, wallet, 'c' || n, 1 from generate_series(1, ${HELD}) n, unnest(array['0xa', '0xb', '0xc']) wallet;
    insert into market.collection_stats (collection_id, floor_octas, last_version) select 'c' || n, n, 1 from generate_series(1, ${HELD}) n;
    analyze market.token_holders, market.collection_holders, market.collection_stats`)
  const find = (reader: Reader) => findMostValuable(reader, ['0xa', '0xb'], { take: 50 })
  expect(await find(store)).toMatchObject({ total: 2 * HELD, tokens: { length: 50 } })
  expect(await countRowsRead(store, 'market.collection_stats', find)).toBeLessThanOrEqual(BigInt(2 * HELD))
  expect(await countRowsRead(store, 'market.collection_holders', find)).toBeLessThanOrEqual(BigInt(2 * HELD))
  expect(await countRowsRead(store, 'market.token_holders', find)).toBeLessThan(200n)
})
