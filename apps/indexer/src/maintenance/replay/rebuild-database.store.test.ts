import { join } from 'node:path'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { connect } from '@opal/store/driver/connection'
import { withLease } from '@opal/store/driver/lease'
import { dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { migrate } from '@opal/store/migrate'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test } from 'vitest'
import { leaseName } from '../../pipeline/open-context.ts'
import { rebuildDatabase } from './rebuild-database.ts'
import { replayRecorded } from './replay-recorded.ts'

test.skipIf(!hasRecordedData)('restores lost, changed and invented rows from the raw rows', async () => {
  await using database = await createTestDatabase()
  const { databaseUrl } = database
  await replayRecorded({ databaseUrl, network: 'mainnet', directory: join(RECORDED_DATA_DIR, 'mainnet-transactions') })
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  const before = await dumpDatabase(store.db)
  await store.db.deleteFrom('market.sales').execute()
  await store.db.updateTable('market.listings').set({ price_octas: 1n }).execute()
  await store.db.updateTable('chain.current_collections_v2').set({ collection_name: 'made up' }).execute()
  const reported: number[] = []
  const report = await rebuildDatabase({
    databaseUrl,
    network: 'mainnet',
    signal: new AbortController().signal,
    onTransactions: (count) => reported.push(count),
  })
  expect(await dumpDatabase(store.db)).toEqual(before)
  expect(reported.at(-1)).toBe(report?.transactions)
})

test.skipIf(!hasRecordedData)('leaves the old rows when it is interrupted in the middle', async () => {
  await using database = await createTestDatabase()
  const { databaseUrl } = database
  await replayRecorded({ databaseUrl, network: 'mainnet', directory: join(RECORDED_DATA_DIR, 'mainnet-transactions') })
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  await store.db.updateTable('market.listings').set({ price_octas: 1n }).execute()
  const before = await dumpDatabase(store.db)
  const interruption = new AbortController()
  const onTransactions = () => interruption.abort()
  const report = await rebuildDatabase({ databaseUrl, network: 'mainnet', signal: interruption.signal, onTransactions })
  expect(report).toBeNull()
  expect(await dumpDatabase(store.db)).toEqual(before)
})

test("attributes our own trades as the indexer does, the aggregator's too", async () => {
  await using database = await createTestDatabase()
  await rebuildDatabase({ databaseUrl: database.databaseUrl, network: 'local', signal: new AbortController().signal })
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  const packages = await store.db.selectFrom('market.own_packages').selectAll().execute()
  expect(JSON.stringify(packages)).toContain(String(aggregatorOn('local')).replace(/^0x0*/, '0x'))
})

test('waits while an indexer holds the lease, and changes nothing when it is cancelled', async () => {
  await using database = await createTestDatabase()
  const { databaseUrl } = database
  await migrate(databaseUrl)
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  // A rebuild would delete a derived row without raw ones.
  await store.pool.query(`insert into market.token_holders values ('0x1', 0, '0x2', '0x3', 1)`)
  const before = await dumpDatabase(store.db)
  const giveUp = new AbortController()
  const signal = new AbortController().signal
  await withLease(store.db, { name: leaseName(), signal }, async () => {
    const onWaiting = () => giveUp.abort()
    expect(await rebuildDatabase({ databaseUrl, network: 'local', signal: giveUp.signal, onWaiting })).toBeNull()
  })
  expect(await dumpDatabase(store.db)).toEqual(before)
})

/** As in `migrate.ts`. */
const MIGRATION_LOCK = 7_238_401

test('is cancelled while it waits for another program that migrates', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const { databaseUrl } = database
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  const holder = await store.pool.connect()
  await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const giveUp = new AbortController()
  const rebuilding = rebuildDatabase({ databaseUrl, network: 'local', signal: giveUp.signal })
  const waiting = `select from pg_stat_activity
    where application_name = 'opal-migrate' and query like '%pg_try_advisory_lock%' and datname = current_database()`
  await expect.poll(async () => (await store.pool.query(waiting)).rowCount).toBe(1)
  giveUp.abort()
  expect(await rebuilding).toBeNull()
  holder.release(true)
})
