import { join } from 'node:path'
import { fullScope } from '@opal/chain/state/state-scope'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { connect } from '@opal/store/driver/connection'
import { moveWindows } from '@opal/store/ingest/stats/move-windows'
import { dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { replayRecorded } from '../../maintenance/replay/replay-recorded.ts'
import { openContext } from '../open-context.ts'
import { rebuildIfDue } from './rebuild.ts'

test.skipIf(!hasRecordedData)('derives rows that an older release left out from its raw rows, once', async () => {
  await using database = await createTestDatabase()
  const { databaseUrl } = database
  await replayRecorded({ directory: join(RECORDED_DATA_DIR, 'mainnet-transactions'), databaseUrl, network: 'mainnet' })
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  const whole = await dumpDatabase(store.db)
  await store.pool.query('delete from market.lots')
  const context = await openContext(store.db, contractsOf('mainnet'), 1, fullScope('mainnet'))
  const log = pino({ level: 'silent' })
  const { signal } = new AbortController()
  await rebuildIfDue(context, log, signal)
  expect((await dumpDatabase(store.db))['market.lots']).toEqual([])
  await store.pool.query(`insert into chain.rebuilds_due values ('lots')`)
  // Interrupted, it stays due and leaves the old rows.
  const stopping = AbortSignal.abort()
  await expect(rebuildIfDue(context, log, stopping)).rejects.toBe(stopping.reason)
  expect((await dumpDatabase(store.db))['market.lots']).toEqual([])
  await moveWindows(store.db, BigInt(Date.now()) * 1_000n)
  await rebuildIfDue(context, log, signal)
  expect(await dumpDatabase(store.db)).toEqual(whole)
  // Ranking values are stored again while the indexer follows the chain.
  expect((await store.pool.query('select hour_micros from market.window_hour')).rows).toEqual([{ hour_micros: null }])
  const { rows } = await store.pool.query('select * from chain.rebuilds_due')
  expect(rows).toEqual([])
})
