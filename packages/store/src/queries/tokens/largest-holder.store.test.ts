import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { writeNextListItems } from '../../projections/token-list-items/worker.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readShownEditions } from '../orders/offers/set-offers.ts'
import { readTokens } from './read-tokens.ts'

const TOKEN = `0x${'7'.repeat(64)}`
const LARGEST = `0x${'f'.repeat(64)}`

async function fill({ pool }: Store, holders: number): Promise<void> {
  await pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
      token_standard, last_transaction_version, last_transaction_timestamp)
    values ($1, '0xc', 'Pass', '', '', '{}', 'v1', 1, 'epoch')`,
    [TOKEN],
  )
  await pool.query(
    `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
    select $1, n % 7, '0x' || lpad(to_hex(n), 64, '0'), '0xc', 1 from generate_series(1, $2::int) n
    union all select $1, 3, $3, '0xc', 2`,
    [TOKEN, holders, LARGEST],
  )
}

test('a token costs who shows it the same however many wallets hold some of it, and shows the largest holder', async () => {
  for (const holders of [200, 5_000]) {
    await using store = await createTestStore()
    await fill(store, holders)
    for (const isAnalyzed of [false, true]) {
      if (isAnalyzed) await store.pool.query('analyze market.token_holders')
      const shown = await countRowsRead(store, 'market.token_holders', async (reader) => {
        expect(await readTokens(reader, [TOKEN], 0n)).toMatchObject([{ holder: LARGEST, propertyVersion: 3n }])
        expect(await readShownEditions(reader, [TOKEN])).toEqual([{ tokenDataId: TOKEN, propertyVersion: 3n }])
      })
      expect(shown, `${holders} ${isAnalyzed}`).toBeLessThan(10n)
      await store.pool.query(
        'insert into market.token_list_item_queue (token_data_id, collection_id) values ($1, $2)',
        [TOKEN, '0xc'],
      )
      const [made = 0n] = await rowsReadByWriter(store, ['market.token_holders'], (db) => writeNextListItems(db))
      expect(made, `${holders} ${isAnalyzed}`).toBeLessThan(10n)
    }
  }
})
