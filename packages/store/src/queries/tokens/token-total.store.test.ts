import { expect, it } from 'vitest'
import { createTestStore } from '../../testing/test-store.ts'
import { readTokenPage } from './token-page.ts'

it.each([9_999, 10_000, 10_001, 10_050])(
  'counts the %i tokens of a collection up to one more than ten thousand, by name and by what is listed, too',
  async (tokens) => {
    await using store = await createTestStore()
    await store.pool.query(
      `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
         token_standard, last_transaction_version, last_transaction_timestamp)
       select 't' || n, 'many', 'Token #' || n, '', '', '{}', 'v2', 1, now() from generate_series(1, $1::int) n`,
      [tokens],
    )
    await store.pool.query(
      `insert into market.listings (marketplace, listing_id, token_data_id, property_version, token_standard, collection_id, seller,
         price_octas, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
       select 'bazaar', n::text, 't' || n, 0, 'v2', 'many', 'seller', n, 'open', 'valid', 1, 1, 1, 0, 1 from generate_series(1, $1::int) n`,
      [tokens],
    )
    // Their list items wait to be made.
    await store.pool.query(`insert into market.token_list_item_queue (token_data_id, collection_id) values ('t1', 'many');
      analyze chain.current_token_datas_v2, market.listings`)
    const name = { pattern: 'token #', isExpression: false }
    for (const filter of [{}, { name }, { listed: true }, { name, listed: true }]) {
      const page = { filter: { collectionId: 'many', ...filter }, order: 'price_asc', take: 1 } as const
      expect((await readTokenPage(store, page)).total, JSON.stringify(filter)).toBe(Math.min(tokens, 10_001))
    }
  },
)
