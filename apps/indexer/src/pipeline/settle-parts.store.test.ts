import { responseWith } from '@opal/chain/testing/raw-transaction'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { createTestStore } from '@opal/store/testing/test-store'
import { expect, test, vi } from 'vitest'
import { offerHistory } from '../testing/offer-history.ts'
import { runIndexer } from '../testing/running-indexer.ts'

const HISTORY = offerHistory(20)
/** Longer than a loaded machine takes; only a failure waits for it. */
const TIMEOUT_MS = 60_000

test('an indexer that follows the chain does the parts of work that are due, also while nothing happens', async () => {
  await using store = await createTestStore()
  await using server = await startStreamServer(async ({ startingVersion, send }) => {
    send(responseWith(HISTORY.slice(Number(startingVersion))))
  })
  await using indexer = await runIndexer(store.connectionString, server.address)
  await indexer.until((health) => health.nextVersion === String(HISTORY.length))
  const due = async () =>
    (
      await store.pool.query(
        'select from market.points_due union all select from market.bidders_due union all select from market.pools_due',
      )
    ).rowCount
  await store.pool.query(`insert into market.points_due (collection_id, hour_micros) values ('0xc', 0), ('0xd', 0)`)
  await store.pool.query(`insert into market.bidders_due (wallet) values ('0xa')`)
  await store.pool.query(`insert into market.pools_due (wallet) values ('0xa')`)
  expect(await due()).toBe(4)
  await vi.waitFor(async () => expect(await due()).toBe(0), TIMEOUT_MS)
})
