import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leanScope } from '@opal/chain/state/state-scope'
import { encodeTransaction, readRecordedTransaction } from '@opal/chain/transaction/read-recorded-transaction'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect } from '@opal/store/driver/connection'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { afterAll, expect, test } from 'vitest'
import { indexBatch } from './index-batch.ts'
import { openContext } from './open-context.ts'

const PACKAGE = '0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9'
const FEE_SCHEDULE = '0x71f7c94805c33d32a7f9560c95f02e9d3b5bc49884a883916f03abe6da11ac08'

const folder = mkdtempSync(join(tmpdir(), 'opal-decode-stop-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A transaction with one offer event of the native marketplace. */
function offer(version: number, price: string) {
  const token = { vec: [{ inner: '0xa1' }] }
  const token_metadata = {
    creator_address: '0xc1',
    collection_name: 'C',
    collection: { vec: [{ inner: '0xc0' }] },
    token_name: 'T',
    token,
    property_version: { vec: [] },
  }
  const data = JSON.stringify({ price, purchaser: '0xb1', token_offer: `0xf${version}`, token_metadata })
  const typeStr = `${PACKAGE}::token_offer::CoinOffer<0x1::aptos_coin::AptosCoin>`
  const escrow = { address: `0xf${version}`, typeStr, data: JSON.stringify({ coins: { value: price } }) }
  const recorded = JSON.stringify({
    timestamp: { seconds: '1700000000', nanos: 0 },
    version: String(version),
    info: { hash: 'AAAA', success: true, changes: [{ type: 'TYPE_WRITE_RESOURCE', writeResource: escrow }] },
    type: 'TRANSACTION_TYPE_USER',
    user: {
      request: { sender: '0xb1' },
      events: [{ key: { accountAddress: FEE_SCHEDULE }, typeStr: `${PACKAGE}::events::TokenOfferPlacedEvent`, data }],
    },
  })
  const path = join(folder, `${version}.json`)
  writeFileSync(path, recorded)
  return { version: BigInt(version), bytes: encodeTransaction(readRecordedTransaction(path)) }
}

test('stops a marketplace at an undecodable event, and continues with the others', async () => {
  await using database = await createTestDatabase()
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  const marketplaces = contractsOf('mainnet')
  const context = await openContext(store.db, marketplaces, 1, leanScope('mainnet'))
  await indexBatch(context, [offer(1, '5'), offer(2, 'five'), offer(3, '7')])
  await indexBatch(context, [offer(4, '8')])
  const reopened = await openContext(store.db, marketplaces, 1, leanScope('mainnet'))
  await indexBatch(reopened, [offer(5, '9')])

  expect(await readStoredStops(store.db)).toMatchObject([{ marketplace: 'opal', version: 2n, event_index: 0 }])
  expect((await readCheckpoint(store.db, 'main'))?.next_version).toBe(6n)
  const offers = await store.db.selectFrom('market.token_offers').select('price_octas').execute()
  expect(offers).toEqual([{ price_octas: 5n }])
  const kept = await store.db.selectFrom('chain.events').select('version').orderBy('version').execute()
  expect(kept.map((row) => row.version)).toEqual([1n, 2n, 3n, 4n, 5n])
})
