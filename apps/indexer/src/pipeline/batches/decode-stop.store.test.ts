import { leanScope } from '@opal/chain/state/state-scope'
import { CHAIN_IDS } from '@opal/domain/network'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import { createTestStore } from '@opal/store/testing/test-store'
import { expect, test } from 'vitest'
import { offerTransaction } from '../../testing/offer-history.ts'
import { openContext } from '../open-context.ts'
import { indexBatch } from './index-batch.ts'

test('stops a marketplace at its undecodable event, and keeps the raw rows of what follows', async () => {
  await using store = await createTestStore()
  const marketplaces = contractsOf('local')
  const context = await openContext(store.db, marketplaces, CHAIN_IDS.local, leanScope('local'))
  await indexBatch(context, [offerTransaction(1, '5'), offerTransaction(2, 'five'), offerTransaction(3, '7')])
  await indexBatch(context, [offerTransaction(4, '8')])
  const reopened = await openContext(store.db, marketplaces, CHAIN_IDS.local, leanScope('local'))
  await indexBatch(reopened, [offerTransaction(5, '9')])

  expect(await readStoredStops(store.db)).toMatchObject([{ marketplace: 'opal', version: 2n, event_index: 0 }])
  expect((await readCheckpoint(store.db, 'main'))?.next_version).toBe(6n)
  const offers = await store.db.selectFrom('market.token_offers').select('price_octas').execute()
  expect(offers).toEqual([{ price_octas: 5n }])
  const stored = await store.db.selectFrom('chain.events').select('version').orderBy('version').execute()
  expect(stored.map((row) => row.version)).toEqual([1n, 2n, 3n, 4n, 5n])
})
