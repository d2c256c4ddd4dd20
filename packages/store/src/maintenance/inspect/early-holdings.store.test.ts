import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { applyBatch } from '../../ingest/apply-batch.ts'
import type { IndexedBatch, IndexedTransaction } from '../../ingest/batch.ts'
import { openNative } from '../../ingest/testing/empty-stores.ts'
import { address, batchOf, described, eventBase, indexed, passes, token } from '../../ingest/testing/market-story.ts'
import { DERIVED_TABLES } from '../../schema/table-groups.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { compareTables, type Difference } from './compare-tables.ts'
import { isOfEarlyHoldings, readEarlyHoldings } from './early-holdings.ts'

const [ANNA, BEN, CARL, TOKEN, LISTING] = [address('f0'), address('f1'), address('f2'), address('a0'), address('11')]

/** A token is sent to the address of a listing to come, and back or not, is listed there, sold and given away. */
function story(listedAt: bigint, isBack: boolean): readonly IndexedTransaction[] {
  const event = (version: bigint) => ({
    ...eventBase(version, 0, 80n),
    token: token(TOKEN),
    listingId: LISTING,
    seller: ANNA,
  })
  const filled = {
    ...event(listedAt + 1n),
    kind: 'listing-filled' as const,
    buyer: BEN,
    commissionOctas: 0n,
    royaltyOctas: 0n,
  }
  return [
    indexed(1n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) }),
    indexed(2n, [], { ownerships: passes(TOKEN, ANNA, LISTING) }),
    indexed(9n, [], { ownerships: isBack ? passes(TOKEN, LISTING, ANNA) : [] }),
    indexed(listedAt, [{ ...event(listedAt), kind: 'listing-placed' }], {
      ownerships: isBack ? passes(TOKEN, ANNA, LISTING) : [],
    }),
    indexed(listedAt + 1n, [filled], { ownerships: passes(TOKEN, LISTING, BEN) }),
    indexed(listedAt + 2n, [], { ownerships: passes(TOKEN, BEN, CARL) }),
  ]
}

async function index(store: Store, batches: readonly IndexedBatch[]): Promise<void> {
  await openNative(store.db)
  for (const batch of batches) await applyBatch(store.db, batch)
}

async function differencesOf(left: Store, right: Store): Promise<readonly Difference[]> {
  const found: Difference[] = []
  await left.db.transaction().execute((stored) =>
    right.db.transaction().execute(async (expected) => {
      for (const table of DERIVED_TABLES)
        for await (const difference of compareTables(stored, expected, table)) found.push(difference)
    }),
  )
  return found
}

test.each([true, false])(
  'what an address had long before it was a listing differs from a rebuild in its past alone; given back: %s',
  async (isBack) => {
    const transactions = story(100n, isBack)
    await using live = await createTestStore()
    await using rebuilt = await createTestStore()
    await index(
      live,
      transactions.map((one) => batchOf([one])),
    )
    await index(rebuilt, [batchOf(transactions)])
    const early = await readEarlyHoldings(live.db)
    expect(await readEarlyHoldings(rebuilt.db)).toEqual(early)
    const differences = await differencesOf(live, rebuilt)
    expect(differences.filter((difference) => !isOfEarlyHoldings(early, difference))).toEqual([])
    expect(differences.map(({ table }) => table)).toContain('market.lots')

    // Others are found: of what is held now, of other wallets, and of other values of the same rows.
    for (const sql of [
      'update market.token_holders set amount = amount + 1',
      `update market.lots set amount = amount + 1 where wallet = '${CARL}'`,
      `update market.owner_spans set to_micros = 9 where wallet = '${CARL}'`,
      'update market.collection_hours set floor_octas = 7',
      'update market.collection_stats set owner_count = owner_count + 1',
    ]) {
      await live.pool.query(sql)
      const others = (await differencesOf(live, rebuilt)).filter((each) => !isOfEarlyHoldings(early, each))
      expect(others, sql).not.toEqual([])
    }
  },
)

test('a token that lay at the address of its listing within a day has one past', async () => {
  for (const isBack of [true, false]) {
    const transactions = story(60n, isBack)
    await using live = await createTestStore()
    await using rebuilt = await createTestStore()
    await index(
      live,
      transactions.map((one) => batchOf([one])),
    )
    await index(rebuilt, [batchOf(transactions)])
    expect(await readEarlyHoldings(live.db)).toEqual({ tokens: new Set(), wallets: new Set(), collections: new Set() })
    expect(await differencesOf(live, rebuilt)).toEqual([])
  }
})
