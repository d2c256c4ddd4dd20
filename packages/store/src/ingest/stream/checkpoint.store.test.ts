import { expect, test } from 'vitest'
import { createTestStore } from '../../testing/test-store.ts'

/** Processors whose status the SDK may wait for. @source @aptos-labs/ts-sdk ProcessorType, and the default of `processor_status` */
const PROCESSORS = [
  'account_restoration_processor',
  'account_transactions_processor',
  'ans_processor',
  'default_processor',
  'events_processor',
  'fungible_asset_processor',
  'objects_processor',
  'stake_processor',
  'token_v2_processor',
  'user_transaction_processor',
]

test('every processor that the SDK may name has the status of the checkpoint', async () => {
  await using store = await createTestStore()
  const readStatus = () => store.db.selectFrom('chain.processor_status').selectAll().orderBy('processor').execute()
  expect(await readStatus()).toEqual([])
  await store.pool.query(
    "insert into chain.checkpoints (stream, chain_id, next_version, last_timestamp_micros) values ('main', 4, 8, 1700000000000001)",
  )
  const status = { last_success_version: 7n, last_transaction_timestamp: '2023-11-14 22:13:20.000001' }
  expect(await readStatus()).toMatchObject(PROCESSORS.map((processor) => ({ processor, ...status })))
})
