import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { seedBook } from './small-market/book.ts'
import { seedChain } from './small-market/chain.ts'
import { seedPast } from './small-market/past.ts'
import type { SmallMarketOptions } from './small-market-ids.ts'

/**
 * A market one can hold in mind. "Monkeys": four tokens, floor 2 APT (owner), another listing at 3 APT (buyer), one on a
 * closed marketplace at 1 APT; sales of 1 APT two hours ago, 4 APT three days ago, 5 APT forty days ago; a collection offer of
 * 1.5 APT and a token offer of 1.8 APT. "Quiet": no tokens, no trades. All at version 100 or so.
 */
export async function seedSmallMarket(store: Pick<Store, 'db'>, options: SmallMarketOptions): Promise<void> {
  await seedChain(store, options)
  await seedBook(store, options)
  await seedPast(store, options)
  // Every writer of a token queues its list item.
  await sql`insert into market.token_list_item_queue (token_data_id, collection_id)
    select token_data_id, collection_id from chain.current_token_datas_v2`.execute(store.db)
}
