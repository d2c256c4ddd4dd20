import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { definePhase } from '../../ingest/define-phase.ts'
import { touchedPhase } from '../../ingest/history/touched.ts'
import { orderHistoriesPhase } from '../../ingest/orders/order-histories.ts'
import { washSalesPhase } from '../../ingest/points/fundings.ts'
import { decodePhase } from '../../ingest/tokens/known-tokens.ts'

/** Queues the list items of every token of which something changed that is shown: state, owner, royalty, listing, sale or offer. */
export const listItemsPhase = definePhase({
  name: 'list-items',
  needs: { decoded: decodePhase, histories: orderHistoriesPhase, touched: touchedPhase, washed: washSalesPhase },
  reads: ['chain.current_token_datas_v2'],
  writes: ['market.token_list_item_queue'],
  compute: ({ decoded, histories, touched, washed }) => [
    ...touched.tokens,
    ...decoded.transactions.flatMap(({ tokens }) => tokens.royalties.map(({ objectAddress }) => objectAddress)),
    ...touched.holdings.map((holding) => holding.token_data_id),
    ...histories.events.flatMap((event) => event.token_data_id ?? []),
    ...washed.map((sale) => sale.token_data_id),
  ],
  write: (db, tokens) => [queueListItems(db, tokens)],
})

/** Queues the list items of tokens to be rebuilt after the commit; until then readers look the tokens up. */
export async function queueListItems(db: Executor, tokenDataIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(tokenDataIds)]
  if (ids.length === 0) return
  await sql`insert into market.token_list_item_queue (token_data_id, collection_id)
    select id, t.collection_id from unnest(${ids}::text[]) as id
    left join chain.current_token_datas_v2 t on t.token_data_id = id`.execute(db)
}
