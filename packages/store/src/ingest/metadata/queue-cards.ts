import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'

/** Has the cards of tokens made again, once what changed of them is committed; until then they are not shown. */
export async function queueCards(at: Statements, tokenDataIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(tokenDataIds)]
  if (ids.length === 0) return
  await sql`insert into market.card_queue (token_data_id, collection_id)
    select id, t.collection_id from unnest(${ids}::text[]) as id
    left join chain.current_token_datas_v2 t on t.token_data_id = id`.execute(at)
}
