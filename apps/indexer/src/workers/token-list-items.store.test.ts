import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '@opal/store/driver/connection'
import { queueListItems } from '@opal/store/projections/token-list-items/queue'
import { insertToken } from '@opal/store/testing/rarity-tokens'
import { createTestStore } from '@opal/store/testing/test-store'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startListItemWorker } from './token-list-items.ts'

async function tokensOf(
  store: Store,
  table: 'market.token_list_items' | 'market.token_list_item_queue',
): Promise<readonly string[]> {
  const rows = await store.db.selectFrom(table).select('token_data_id').orderBy('token_data_id').execute()
  return rows.map((row) => row.token_data_id)
}

async function untilMade(store: Store, token: string): Promise<void> {
  while (!(await tokensOf(store, 'market.token_list_items')).includes(token)) await delay(10)
}

it('makes the list items that are queued before and after it started, and leaves the queue alone when disposed of', async () => {
  await using store = await createTestStore()
  for (const id of ['a', 'b', 'c']) await insertToken(store, { id, collectionId: 'kin', properties: { fur: 'gold' } })
  await queueListItems(store.db, ['a'])
  {
    await using _worker = startListItemWorker({ store, log: pino({ level: 'silent' }) })
    await untilMade(store, 'a')
    await queueListItems(store.db, ['b', 'b'])
    await untilMade(store, 'b')
  }
  await queueListItems(store.db, ['c'])
  expect(await tokensOf(store, 'market.token_list_item_queue')).toEqual(['c'])
  expect(await tokensOf(store, 'market.token_list_items')).toEqual(['a', 'b'])
})
