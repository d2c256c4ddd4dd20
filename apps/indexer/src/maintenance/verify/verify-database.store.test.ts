import { join } from 'node:path'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { connect } from '@opal/store/driver/connection'
import { moveWindows } from '@opal/store/ingest/stats/move-windows'
import type { Difference } from '@opal/store/maintenance/inspect/compare-tables'
import { refreshNextRarity } from '@opal/store/projections/rarity/worker'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import { expect, test } from 'vitest'
import { replayRecorded } from '../replay/replay-recorded.ts'
import { verifyDatabase } from './verify-database.ts'

test.skipIf(!hasRecordedData)("reports every row that differs from the raw rows' derivation", async () => {
  await using database = await createTestDatabase()
  const { databaseUrl } = database
  await replayRecorded({ directory: join(RECORDED_DATA_DIR, 'mainnet-transactions'), databaseUrl, network: 'mainnet' })
  const verify = async () => {
    const differences: Difference[] = []
    const onDifference = (difference: Difference) => void differences.push(difference)
    const report = await verifyDatabase({ databaseUrl, network: 'mainnet', onDifference })
    return { report, differences }
  }
  const { report: early } = await verify()
  expect(early).toMatchObject({
    differences: 0,
    queuedRankings: expect.any(Number),
    queuedListItems: expect.any(Number),
  })
  expect(early.tables).not.toContain('market.token_list_items')
  await workOff(databaseUrl)
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  await moveWindows(store.db, 1_720_000_000_000_000n)
  const { report } = await verify()
  expect(report).toMatchObject({ differences: 0, queuedRankings: 0, queuedListItems: 0 })
  expect(report.tables).toContain('market.token_list_items')
  expect(report.transactions).toBeGreaterThan(0)

  const { rows } = await store.pool.query<{ version: bigint; event_index: number; price_octas: bigint }>(
    `update market.sales set price_octas = price_octas + 1
     where version = (select min(version) from market.sales) returning version, event_index, price_octas`,
  )
  await store.pool.query('delete from market.activities where version = (select max(version) from market.activities)')
  await store.pool.query(
    `update market.token_list_items set image = '"other"' where token_data_id = (select min(token_data_id) from market.token_list_items)`,
  )
  await store.pool.query(`insert into market.owner_spans values ('0xc', '0xa', 1, null)`)
  // Missing states are no difference, since a store that is older than the table lacks them.
  await store.pool.query('delete from market.lot_states where wallet <> (select max(wallet) from market.lot_states)')
  const states = await store.pool.query('update market.lot_states set in_hand = in_hand + 1')
  await store.pool.query('update market.wallet_points set elsewhere = elsewhere + 1 where elsewhere > 0')
  await store.pool.query('update market.window_sales set month_octas = month_octas + 1 where month_octas > 0')
  await store.pool.query('update market.window_changes set week_change = coalesce(week_change, 0) + 1')
  // Rows that say what no row says.
  await store.pool.query(`insert into market.window_sales values ('0xc', 0, 0, 0, 0, 0, 0)`)
  await store.pool.query(`insert into market.window_changes values ('0xc', null, null, null)`)
  const { differences } = await verify()
  const [sale] = rows
  expect(differences).toContainEqual({
    table: 'market.sales',
    key: `version=${sale?.version} event_index=${sale?.event_index}`,
    column: 'price_octas',
    stored: String(sale?.price_octas),
    expected: String((sale?.price_octas ?? 0n) - 1n),
  })
  expect(differences).toContainEqual(
    expect.objectContaining({ table: 'market.token_list_items', column: 'image', stored: '"other"' }),
  )
  expect(differences).toContainEqual(expect.objectContaining({ table: 'market.wallet_points', column: 'elsewhere' }))
  expect(differences).toContainEqual(expect.objectContaining({ table: 'market.window_sales', column: 'month_octas' }))
  expect(differences).toContainEqual(expect.objectContaining({ table: 'market.window_changes', column: 'week_change' }))
  const ofStates = differences.filter(({ table }) => table === 'market.lot_states')
  expect(ofStates.map(({ column }) => column)).toEqual(Array.from({ length: states.rowCount ?? 0 }, () => 'in_hand'))
  expect(ofStates).not.toEqual([])
  const whole = differences.filter((difference) => difference.column === null)
  expect(whole.map(({ table, stored }) => [table, stored !== null])).toEqual([
    ['market.owner_spans', true],
    ['market.activities', false],
  ])
  expect(whole[0]?.key).toBe('collection_id=0xc wallet=0xa from_micros=1')
})

/** Runs the indexer's workers to completion. */
async function workOff(databaseUrl: string): Promise<void> {
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  while ((await refreshNextRarity(store.db)) !== null);
  await writeQueuedListItems(store)
}
