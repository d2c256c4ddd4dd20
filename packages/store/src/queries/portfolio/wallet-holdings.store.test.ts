import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tokenHolders } from '../../schema/history.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import type { Reader } from '../read-rows.ts'
import { type HoldingPlace, readWalletHoldings } from './portfolio.ts'

const held = fc.uniqueArray(
  fc.record({
    token: fc.constantFrom('0x1', '0x2', '0x3', '0x4'),
    edition: fc.constantFrom(0n, 1n, 10n),
    collection: fc.constantFrom('0xc1', '0xc2', null),
    amount: fc.constantFrom(0n, 1n, 1n, 2n),
  }),
  { selector: ({ token, edition }) => `${token} ${edition}`, maxLength: 12 },
)

it('reads each holding once, page by page, by collection, token and edition', async () => {
  await using store = await createTestStore()
  await fc.assert(
    fc.asyncProperty(held, fc.integer({ min: 1, max: 4 }), async (all, take) => {
      await store.pool.query('delete from market.token_holders')
      await insertRows(
        store,
        tokenHolders,
        ['0xa', '0xb'].flatMap((holder) =>
          all.map(({ token, edition, collection, amount }) => ({
            token_data_id: token,
            property_version: edition,
            holder,
            collection_id: collection,
            amount,
          })),
        ),
      )
      const wanted = all
        .filter(({ amount }) => amount > 0n)
        .map((one) => ({
          ...one,
          key: [one.collection ?? '~', one.token, String(one.edition).padStart(3, '0')].join(),
        }))
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ token, edition, collection, amount }) => [collection, token, edition, amount])
      const found: unknown[] = []
      for (let after: HoldingPlace | undefined; ; ) {
        const page = await readWalletHoldings(store, '0xa', { take, after })
        expect(page.length).toBeLessThanOrEqual(take)
        found.push(...page.map((row) => [row.collectionId, row.tokenDataId, row.propertyVersion, row.amount]))
        after = page.at(-1)
        if (after === undefined) break
      }
      expect(found).toEqual(wanted)
    }),
    { numRuns: runs(40) },
  )
})

it('reads as many holdings as a page has, wherever it begins', async () => {
  await using store = await createTestStore()
  await store.pool.query(`
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 't' || n, 0, '0xa', case when n % 4 < 3 then 'c' || n % 4 end, 1 from generate_series(1, 8000) n;
    analyze market.token_holders`)
  const first = { collectionId: 'c1', tokenDataId: 't5', propertyVersion: 0n }
  const unknown = { collectionId: null, tokenDataId: 't5', propertyVersion: 0n }
  for (const after of [undefined, first, unknown]) {
    const read = (reader: Reader) => readWalletHoldings(reader, '0xa', { take: 50, after })
    expect(await read(store)).toHaveLength(50)
    expect(await countRowsRead(store, 'market.token_holders', read)).toBeLessThanOrEqual(100n)
  }
})
