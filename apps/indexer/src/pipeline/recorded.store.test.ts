import { join } from 'node:path'
import { fullScope } from '@opal/chain/state/state-scope'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'
import { sample } from '@opal/domain/testing/effort/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { emptyDatabase } from '@opal/store/testing/empty-database'
import { createTestStore } from '@opal/store/testing/test-store'
import { beforeAll, describe, expect, test } from 'vitest'
import { readRecorded } from '../maintenance/replay/recorded.ts'
import { indexBatch } from './batches/index-batch.ts'
import { rebuild } from './derive/rebuild.ts'
import { openContext } from './open-context.ts'

/** Rows after indexing the batches in turn; one transaction may be in several. */
async function rowsAfter(batches: readonly (readonly RawTransaction[])[], then?: 'rebuild') {
  await using store = await createTestStore()
  const context = await openContext(store.db, contractsOf('mainnet'), 1, fullScope('mainnet'))
  for (const [first, ...rest] of batches) if (first !== undefined) await indexBatch(context, [first, ...rest])
  if (then === 'rebuild') await rebuild(context)
  return await dumpDatabase(store.db)
}

type Row = Readonly<Record<string, unknown>>

function rowsOf(dump: Awaited<ReturnType<typeof dumpDatabase>>, table: string): readonly Row[] {
  return (dump[table] ?? []).map((row) => JSON.parse(row) as Row)
}

function isStored({ table_type_v1, amount }: Row): boolean {
  return table_type_v1 === '0x3::token::TokenStore' && amount !== '0'
}

describe.skipIf(!hasRecordedData)('recorded transactions end in the same rows', () => {
  let transactions: readonly RawTransaction[]
  let alone: readonly (readonly RawTransaction[])[]
  let expected: Awaited<ReturnType<typeof dumpDatabase>>

  beforeAll(async () => {
    // Three networks as one history: no version is in two of them.
    transactions = ['mainnet-transactions', 'testnet-transactions', 'devnet-transactions']
      .flatMap((folder) => readRecorded(join(RECORDED_DATA_DIR, folder)).transactions)
      .toSorted((a, b) => Number(a.version - b.version))
    alone = transactions.map((transaction) => [transaction])
    expected = await rowsAfter(alone)
  })

  test('which include market rows', () => {
    expect(expected['market.sales']).toHaveLength(9)
    expect(expected['market.listings']?.length).toBeGreaterThan(0)
    expect(expected['chain.current_token_datas_v2']?.length).toBeGreaterThan(0)
    expect(expected['chain.current_token_pending_claims']).toHaveLength(4)
  })

  test.each([
    'chain.current_ans_lookup_v2',
    'chain.current_ans_primary_name_v2',
    'chain.fungible_stores',
    'chain.fungible_asset_activities',
    'chain.fungible_asset_metadata',
    'chain.object_states',
    'chain.object_changes',
  ])('which include rows of %s', (table) => {
    expect(expected[table]?.length).toBeGreaterThan(0)
  })

  test('which include v1 tokens with their holders', () => {
    const owned = rowsOf(expected, 'chain.current_token_ownerships_v2').filter(isStored)
    const holders = rowsOf(expected, 'market.token_holders')
    expect(owned.length).toBeGreaterThan(0)
    for (const { token_data_id, property_version_v1, owner_address, amount } of owned) {
      const holding = { token_data_id, property_version: property_version_v1, holder: owner_address, amount }
      expect(holders).toContainEqual(expect.objectContaining(holding))
    }
  })

  test('when each is alone in an empty database, twice', { timeout: 120_000 }, async () => {
    await using store = await createTestStore()
    const context = await openContext(store.db, contractsOf('mainnet'), 1, fullScope('mainnet'))
    for (const transaction of sample(transactions, 20)) {
      await emptyDatabase(store.db)
      await indexBatch(context, [transaction])
      const first = await dumpDatabase(store.db)
      await indexBatch(context, [transaction])
      expect(await dumpDatabase(store.db), `version ${transaction.version}`).toEqual(first)
    }
  })

  test('when they are one batch', async () => {
    expect(await rowsAfter([transactions])).toEqual(expected)
  })

  test('when each is written twice', async () => {
    expect(await rowsAfter(alone.flatMap((batch) => [batch, batch]))).toEqual(expected)
  })

  test('when they arrive newest first', async () => {
    expect(await rowsAfter(alone.toReversed())).toEqual(expected)
  })

  test('when every third is late and everything is repeated at the end', async () => {
    const late = alone.filter((_, index) => index % 3 === 0)
    const others = alone.filter((_, index) => index % 3 !== 0)
    expect(await rowsAfter([...others, ...late, transactions])).toEqual(expected)
  })

  test('when everything derived is rebuilt from the raw rows', async () => {
    expect(await rowsAfter(alone, 'rebuild')).toEqual(expected)
  })
})
