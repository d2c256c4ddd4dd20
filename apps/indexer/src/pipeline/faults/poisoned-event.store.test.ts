import { responseWith } from '@opal/chain/testing/raw-transaction'
import { type Connection, startStreamServer } from '@opal/chain/testing/stream-server'
import { readDecodeSkips, skipDecodeStop } from '@opal/store/accounts/indexer-requests'
import { createTestStore } from '@opal/store/testing/test-store'
import { expect, test } from 'vitest'
import { offerHistory, offerTransaction } from '../../testing/offer-history.ts'
import { runIndexer } from '../../testing/running-indexer.ts'

const HISTORY = offerHistory(20)
  .with(5, offerTransaction(5, 'five'))
  .with(
    12,
    offerTransaction(12, '12', () => '{"price":'),
  )
const sound: Connection = ({ startingVersion, send }) => void send(responseWith(HISTORY.slice(Number(startingVersion))))

test("stops only the marketplace of a poisoned event, reports it, and skips it on an operator's command", async () => {
  await using store = await createTestStore()
  await using server = await startStreamServer(sound)
  await using indexer = await runIndexer(store.connectionString, server.address)
  const stoppedAt = async (version: string) =>
    (await indexer.until(({ marketplaces }) => marketplaces.some((each) => each.stoppedAt?.version === version)))
      .marketplaces
  const offers = async () => {
    const rows = await store.db.selectFrom('market.order_events').select('version').orderBy('version').execute()
    return rows.map((row) => Number(row.version))
  }
  const skip = (reason: string) => skipDecodeStop(store.db, { marketplace: 'opal', by: 'ana', reason })

  const stopped = await stoppedAt('5')
  expect(stopped.filter(({ state }) => state === 'stopped').map(({ id }) => id)).toEqual(['opal'])
  expect(await indexer.metrics()).toContain('opal_indexer_marketplace_stopped{marketplace="opal"} 1')
  expect((await indexer.ready()).status).toBe(200)
  await indexer.until(({ nextVersion }) => nextVersion === '20')
  expect(await offers()).toEqual([0, 1, 2, 3, 4])

  expect(await skip('its price is a word')).toMatchObject({ version: 5n, event_index: 0 })
  await stoppedAt('12')
  expect(await offers()).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11])

  await skip('it is cut off')
  await indexer.until(({ marketplaces }) => marketplaces.every(({ state }) => state === 'following'))
  expect(await offers()).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19])
  expect(await skip('nothing is stopped')).toBeNull()
  expect(await readDecodeSkips(store.db)).toMatchObject([
    { marketplace: 'opal', version: 5n, skipped_by: 'ana', reason: 'its price is a word' },
    { marketplace: 'opal', version: 12n, skipped_by: 'ana', reason: 'it is cut off' },
  ])
})
