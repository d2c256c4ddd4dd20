import type { TokenActivity } from '@opal/domain/tokens/token-change'
import { expect, test } from 'vitest'
import { readAllRows } from '../../maintenance/inspect/table-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { address, batchOf, described, indexed, passes } from '../testing/market-story.ts'

const [ANNA, BEN, TOKEN, OBJECT] = [address('f0'), address('f1'), address('a0'), address('e0')]

function transfer(eventIndex: number, tokenDataId: TokenActivity['tokenDataId']): TokenActivity {
  return {
    eventIndex,
    eventAccountAddress: tokenDataId,
    tokenDataId,
    propertyVersionV1: 0n,
    type: '0x1::object::TransferEvent',
    fromAddress: ANNA,
    toAddress: BEN,
    tokenAmount: 1n,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: null,
    tokenStandard: 'v2',
    isFungibleV2: null,
  }
}

test('a moved object that is no token is in the official activities, and no activity of the market', async () => {
  await using store = await createTestStore()
  const moved = indexed(1n, [], {
    tokenDatas: [described(TOKEN)],
    ownerships: passes(TOKEN, ANNA, BEN),
    activities: [transfer(1, TOKEN)],
    objectTransfers: [transfer(0, OBJECT)],
  })
  await applyBatch(store.db, batchOf([moved]))
  const official = await readAllRows(store.db, 'chain.token_activities_v2')
  expect(official.map((row) => [row.event_index, row.token_data_id]).sort()).toEqual([
    [0n, OBJECT],
    [1n, TOKEN],
  ])
  const ours = await readAllRows(store.db, 'market.activities')
  expect(ours.map((row) => row.token_data_id)).toEqual([TOKEN])
})
