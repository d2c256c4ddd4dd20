import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { compareRows, writeReplacement } from '../../driver/replace-rows.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { type CollectionHolderRow, type TokenHolderRow, tokenHolders } from '../../schema/history.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type CollectionOwnerRow, readCollectionOwners } from '../collections/owners.ts'
import type { Reader } from '../read-rows.ts'
import { countHeldTokens } from './count-held-tokens.ts'
import { findHeldTokens } from './held-tokens.ts'
import { findPortfolioCollections } from './portfolio-collections.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Few, so that a row's key comes again in the next state with other values. */
const row: fc.Arbitrary<TokenHolderRow> = fc.record({
  token_data_id: fc.constantFrom('0x1', '0x2', '0x3'),
  property_version: fc.constantFrom(0n, 0n, 1n),
  holder: fc.constantFrom('0xa', '0xa', '0xb'),
  collection_id: fc.constantFrom('0xc1', '0xc1', '0xc2', null),
  amount: fc.constantFrom(0n, 1n, 1n, 5n),
})
/** States of the holders, one after the other: each turns the one before into its own, as the indexer does. */
const states = fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 6 })

function sumsOf(rows: readonly TokenHolderRow[]): readonly CollectionHolderRow[] {
  const held = rows.filter(({ amount }) => amount > 0n)
  const groups = Map.groupBy(held, ({ holder, collection_id }) => `${holder} ${collection_id ?? ''}`)
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, of]) => {
      const [wallet = '', collection_id = ''] = key.split(' ')
      return {
        wallet,
        collection_id,
        amount: of.reduce((sum, { amount }) => sum + amount, 0n),
        editions: BigInt(of.length),
      }
    })
}

const readHolders = () => store.db.selectFrom('market.token_holders').selectAll().execute()
const readSums = () =>
  store.db.selectFrom('market.collection_holders').selectAll().orderBy('wallet').orderBy('collection_id').execute()

async function readOwnersByPages(collectionId: string): Promise<readonly CollectionOwnerRow[]> {
  const found: CollectionOwnerRow[] = []
  for (;;) {
    const after = found.at(-1)
    const page = await readCollectionOwners(store, collectionId, { take: 1, ...(after && { after }) })
    if (page.length === 0) return found
    found.push(...page)
  }
}

test('whatever is written, replaced and deleted, owners and holdings are the sums of the holders', async () => {
  await fc.assert(
    fc.asyncProperty(states, async (all) => {
      await store.pool.query('delete from market.token_holders')
      for (const wanted of all) {
        const stored = await readHolders()
        await inTransaction(store.db, async (db) => {
          await writeReplacement(db, tokenHolders, compareRows(tokenHolders, stored, wanted))
          return { last: [] }
        })
        expect(await readSums()).toEqual(sumsOf(await readHolders()))
      }
      const [holders, sums] = [await readHolders(), await readSums()]
      await store.pool.query('select market.fill_collection_holders()')
      expect(await readSums()).toEqual(sums)
      for (const collectionId of ['0xc1', '0xc2', '0xc3']) {
        const owners = sumsOf(holders.filter(({ collection_id }) => collection_id === collectionId))
          .map(({ wallet, amount }) => ({ wallet, held: amount }))
          .toSorted((a, b) => Number(b.held - a.held) || (a.wallet < b.wallet ? 1 : -1))
        expect(await readOwnersByPages(collectionId)).toEqual(owners)
        expect(await readCollectionOwners(store, collectionId, { take: 9, offset: 1 })).toEqual(owners.slice(1))
      }
      for (const holder of ['0xa', '0xb', '0xd']) {
        const count = (collectionId: string | null) =>
          holders.filter(
            (one) =>
              one.holder === holder && one.amount > 0n && (collectionId === null || one.collection_id === collectionId),
          ).length
        expect(await countHeldTokens(store, { holder })).toBe(count(null))
        expect(await countHeldTokens(store, { holder, collectionId: '0xc1' })).toBe(count('0xc1'))
      }
    }),
    { numRuns: runs(40) },
  )
})

describe('however many tokens a wallet holds of a collection', () => {
  const TOKENS = 6_000
  let large: Store
  beforeAll(async () => {
    large = await createTestStore()
    const holders = Array.from({ length: TOKENS }, (_, at) => ({
      token_data_id: `0x${at}`,
      property_version: 0n,
      holder: at % 2 === 0 ? '0xa' : `0xb${at % 300}`,
      collection_id: `0xc${at % 4}`,
      amount: 1n,
    }))
    await insertRows(large, tokenHolders, holders)
    await large.pool.query(`
      insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
          token_standard, last_transaction_version, last_transaction_timestamp)
        select '0xc' || n, '0x1', 'c' || n, '', '', 1, 'v2', 1, now() from generate_series(0, 3) n;
      insert into market.collection_stats (collection_id, sales_all, last_version) select '0xc' || n, 1, 1 from generate_series(0, 3) n;
      analyze market.token_holders, market.collection_holders`)
  })
  afterAll(() => large[Symbol.asyncDispose]())

  const owners = (reader: Reader) => readCollectionOwners(reader, '0xc1', { take: 50 })
  const collections = (reader: Reader) => findPortfolioCollections(reader, { holder: '0xa' }, { take: 50 })
  const count = (reader: Reader) => countHeldTokens(reader, { holder: '0xa', spam: 'hide' })
  const page = (reader: Reader) =>
    findHeldTokens(reader, { holder: '0xa', spam: 'hide' }, { order: 'value', descending: true, take: 50 })

  it.each([
    ['a page of owners', owners, 50, 0n, 50n],
    ['the collections of a wallet', collections, 2, 0n, 10n],
    ['the number of its tokens', count, undefined, 0n, 10n],
    ['a page of its tokens', page, 50, 210n, 10n],
  ] as const)('%s is read from the sums', async (_, read, length, ofTokens, ofSums) => {
    const found = await read(large)
    if (length === undefined) expect(found).toBe(TOKENS / 2)
    else expect(found).toHaveLength(length)
    expect(await countRowsRead(large, 'market.token_holders', read)).toBeLessThanOrEqual(ofTokens)
    expect(await countRowsRead(large, 'market.collection_holders', read)).toBeLessThanOrEqual(ofSums)
  })
})
