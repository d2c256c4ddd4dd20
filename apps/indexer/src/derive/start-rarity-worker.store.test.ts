import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Store } from '@opal/store/connect'
import { readTokens } from '@opal/store/read/read-tokens'
import { enqueueForTest, insertToken } from '@opal/store/testing/rarity-tokens'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startRarityWorker } from './start-rarity-worker.ts'

const rankOf = async (store: Store, id: string) => (await readTokens(store, [id], 0n))[0]?.rarityRank ?? null

it('ranks what is queued before and after it started, and stops when disposed', async () => {
  await using database = await createTestDatabase()
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  await insertToken(store, { id: 'a', collectionId: 'kin', properties: { fur: 'gold' } })
  await enqueueForTest(store, 'kin')
  {
    await using _worker = startRarityWorker({ store, log: pino({ level: 'silent' }) })
    while ((await rankOf(store, 'a')) === null) await wait(10)
    await insertToken(store, { id: 'b', collectionId: 'kin', properties: { fur: 'gold' } })
    await enqueueForTest(store, 'kin')
    while ((await rankOf(store, 'b')) === null) await wait(10)
  }
  await insertToken(store, { id: 'c', collectionId: 'kin', properties: { fur: 'gold' } })
  await enqueueForTest(store, 'kin')
  const queued = await store.db.selectFrom('market.rarity_queue').selectAll().execute()
  expect(queued.map((row) => row.collection_id)).toEqual(['kin'])
})
