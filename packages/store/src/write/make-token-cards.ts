import { sql } from 'kysely'
import type { Database } from '../connect.ts'
import { CHEAPEST_LISTING, HOLDER, LAST_SALE } from '../read/best-of-token-sql.ts'
import { LISTING_LIST, offerList } from '../read/token-detail-sql.ts'
import { CARD_TABLE_COLUMNS, tokenCardsSql } from './token-card-sql.ts'

/** Any fixed number: one worker makes cards at a time, whichever indexer it belongs to. */
const CARDS_LOCK = 7_238_403
/** Cards made at once. A number in the text, so that it is planned for. */
const TOGETHER = sql.lit(500)

const BEST_OFFER = sql`
  select price_octas, offer_id, marketplace, expires_at_seconds from market.token_offers
  where token_data_id = t.token_data_id and state = 'open' and validity = 'valid'
  order by price_octas desc, offer_id limit 1`

function columns(of: '' | 'stored.' | 'excluded.') {
  return sql.join(CARD_TABLE_COLUMNS.map((column) => sql.ref(`${of}${column}`)))
}

/** One statement: it sees the tokens as they were when it took them off the queue, and takes off only what it sees. */
const MAKE = sql<{ taken: bigint }>`
  with asked as materialized (
    select distinct token_data_id from (select token_data_id from market.card_queue order by id limit ${TOGETHER}) as oldest
  ), taken as (
    delete from market.card_queue where token_data_id in (select token_data_id from asked)
  ), shown as materialized (
    select c.token_data_id, c.name, c.image from market.token_cards c join asked using (token_data_id)
  ), gone as (
    delete from market.token_cards c using asked a where c.token_data_id = a.token_data_id
      and not exists (select from chain.current_token_datas_v2 t where t.token_data_id = a.token_data_id)
    returning c.collection_id
  ), written as (
    insert into market.token_cards as stored (${columns('')})
    ${tokenCardsSql({
      asked: sql`join asked on asked.token_data_id = t.token_data_id`,
      l: sql`left join lateral (${CHEAPEST_LISTING}) l on true`,
      h: sql`left join lateral (${HOLDER}) h on true`,
      s: sql`left join lateral (${LAST_SALE}) s on true`,
      b: sql`left join lateral (${BEST_OFFER}) b on true`,
      ll: sql`left join lateral (${LISTING_LIST}) ll on true`,
      ol: sql`left join lateral (${offerList()}) ol on true`,
    })}
    on conflict (token_data_id) do update set (${columns('')}) = row(${columns('excluded.')})
    where (${columns('stored.')}) is distinct from (${columns('excluded.')})
    returning token_data_id, collection_id, name, image
  ), marked as (
    insert into market.card_marks (collection_id, mark)
    select collection_id, nextval('market.card_mark') from (
      select w.collection_id from written w left join shown s using (token_data_id)
        where (w.name, w.image) is distinct from (s.name, s.image)
      union select collection_id from gone
    ) as changed order by collection_id
    on conflict (collection_id) do update set mark = excluded.mark
  )
  select count(*) as taken from asked`

/**
 * Makes the cards of the tokens that have waited longest. What is queued meanwhile stays queued.
 * @returns how many tokens were taken off the queue; 0 when none waits, or another worker is at it.
 */
export async function makeNextTokenCards(db: Database): Promise<number> {
  const { rows: waiting } = await sql`select from market.card_queue limit 1`.execute(db)
  if (waiting.length === 0) return 0
  return db.transaction().execute(async (transaction) => {
    const lock = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${CARDS_LOCK}) as ours`.execute(
      transaction,
    )
    if (lock.rows[0]?.ours !== true) return 0
    const { rows } = await MAKE.execute(transaction)
    return Number(rows[0]?.taken ?? 0n)
  })
}
