import { join } from 'node:path'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/chain/testing/config'
import { connect } from '@opal/store/connect'
import type { Difference } from '@opal/store/inspect/compare-tables'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test } from 'vitest'
import { replayRecorded } from '../replay/replay-recorded.ts'
import { verifyDatabase } from './verify-database.ts'

test.skipIf(!hasRecordedData)('names every row that does not follow from the raw ones', async () => {
  await using database = await createTestDatabase()
  const { databaseUrl } = database
  await replayRecorded({ directory: join(RECORDED_DATA_DIR, 'mainnet-transactions'), databaseUrl, network: 'mainnet' })
  const verify = async () => {
    const differences: Difference[] = []
    const onDifference = (difference: Difference) => void differences.push(difference)
    const report = await verifyDatabase({ databaseUrl, network: 'mainnet', onDifference })
    return { report, differences }
  }
  const { report } = await verify()
  expect(report.differences).toBe(0)
  expect(report.transactions).toBeGreaterThan(0)

  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  const { rows } = await store.pool.query<{ version: bigint; event_index: number; price_octas: bigint }>(
    `update market.sales set price_octas = price_octas + 1
     where version = (select min(version) from market.sales) returning version, event_index, price_octas`,
  )
  await store.pool.query('delete from market.activities where version = (select max(version) from market.activities)')
  await store.pool.query(`insert into market.owner_spans values ('0xc', '0xa', 1, null)`)
  const { differences } = await verify()
  const [sale] = rows
  expect(differences).toContainEqual({
    table: 'market.sales',
    key: `version=${sale?.version} event_index=${sale?.event_index}`,
    column: 'price_octas',
    stored: String(sale?.price_octas),
    expected: String((sale?.price_octas ?? 0n) - 1n),
  })
  const whole = differences.filter((difference) => difference.column === null)
  expect(whole.map(({ table, stored }) => [table, stored !== null])).toEqual([
    ['market.owner_spans', true],
    ['market.activities', false],
  ])
  expect(whole[0]?.key).toBe('collection_id=0xc wallet=0xa from_micros=1')
})
