import { join } from 'node:path'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { connect } from '@opal/store/driver/connection'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test } from 'vitest'
import { rebuildDatabase } from './rebuild-database.ts'
import { replayRecorded } from './replay-recorded.ts'

const directory = join(RECORDED_DATA_DIR, 'mainnet-transactions')
const elsewhere = { [nativeMarketplace.id]: { packageAddress: '0xabc' } }

test.skipIf(!hasRecordedData)('finds a marketplace at its configured address, in replay and rebuild', async () => {
  await using database = await createTestDatabase()
  const { databaseUrl } = database
  const known = { databaseUrl, network: 'mainnet' } as const
  const moved = { ...known, contracts: elsewhere }
  const signal = new AbortController().signal

  const { sales } = await replayRecorded({ ...known, directory })
  const native = sales.filter(({ marketplace }) => marketplace === nativeMarketplace.id)
  expect(native.length).toBeGreaterThan(0)
  await rebuildDatabase({ ...moved, signal })
  expect(await salesIn(databaseUrl)).toBe(sales.length - native.length)
  await rebuildDatabase({ ...known, signal })
  expect(await salesIn(databaseUrl)).toBe(sales.length)

  await using other = await createTestDatabase()
  const replayed = await replayRecorded({ ...moved, databaseUrl: other.databaseUrl, directory })
  expect(replayed.sales).toHaveLength(sales.length - native.length)
})

async function salesIn(databaseUrl: string): Promise<number> {
  await using store = connect({ connectionString: databaseUrl, applicationName: 'opal-test' })
  return (await store.db.selectFrom('market.sales').select('version').execute()).length
}
