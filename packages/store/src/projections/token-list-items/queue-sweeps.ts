import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'

/** The row of the queue that waits longest. */
const FIRST_WAITING = sql`(select min(q.id) from market.token_list_item_queue q where not q.is_set_aside)`

/**
 * Takes the next wallet's name, domain, document or image that many tokens show, and queues the list items of all these tokens. One whose
 * tokens are partly still queued is left for later, so that what changes again and again has each token queued once. With a document's tokens
 * their collections are queued for ranking.
 */
export async function queueNextSweep(db: Database): Promise<void> {
  const { rows } = await sql`select from market.list_item_sweeps limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`
    with worked_off as (
      select kind, subject, is_due, last_queue_id from market.list_item_sweeps
      where last_queue_id is null or coalesce(last_queue_id < ${FIRST_WAITING}, true)
      for update skip locked
    ), gone as (
      delete from market.list_item_sweeps s using worked_off w where s.kind = w.kind and s.subject = w.subject and not w.is_due
    ), next as (
      select kind, subject from worked_off where is_due order by last_queue_id nulls first limit 1
    ), queued as (
      insert into market.token_list_item_queue (token_data_id, collection_id)
      select t.token_data_id, t.collection_id from next cross join lateral market.tokens_showing(next.kind, next.subject) t
      returning id, collection_id
    ), ranked as (
      insert into market.rarity_queue (collection_id)
      select distinct q.collection_id from queued q where exists (select from next where kind = 'document')
    )
    update market.list_item_sweeps s set is_due = false, last_queue_id = (select max(id) from queued)
    from next where s.kind = next.kind and s.subject = next.subject`.execute(db)
}
