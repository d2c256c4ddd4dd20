import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { CHEAPEST_LISTING, FOR_SHOWN_EDITION, HOLDER, LAST_SALE } from '../../queries/orders/best-orders-sql.ts'
import { isFaultOfItem, isolateFailures, writeDeadLetter } from '../failures.ts'
import { LIST_ITEM_COLUMNS, LISTING_LIST, listItemsSql, offerList } from './definition.ts'
import { queueNextSweep } from './queue-sweeps.ts'

/** Any fixed number: one worker makes list items at a time, whichever indexer it belongs to. */
const LIST_ITEMS_LOCK = 7_238_403
/**
 * Numbers of list items written at a time: of the tokens that have waited longest, and of those that have changed last. A wallet with a hundred
 * thousand tokens may change its name: the others that change meanwhile do not wait for all of these. In the text, so that they are planned for.
 */
const BATCH = { oldest: sql.lit(400), newest: sql.lit(100) } as const

const BEST_OFFER = sql`
  select price_octas, offer_id, marketplace, expires_at_seconds from market.token_offers
  where token_data_id = t.token_data_id and state = 'open' and validity = 'valid'
    and ${FOR_SHOWN_EDITION}
  order by price_octas desc, offer_id limit 1`

/** Tokens whose list items are made next; what was set aside is not tried again until its token changes. */
const NEXT = sql`
  (select token_data_id from market.token_list_item_queue where not is_set_aside order by id limit ${BATCH.oldest})
  union
  (select token_data_id from market.token_list_item_queue where not is_set_aside order by id desc limit ${BATCH.newest})`

function columns(of: '' | 'stored.' | 'excluded.') {
  return sql.join(LIST_ITEM_COLUMNS.map((column) => sql.ref(`${of}${column}`)))
}

/** One statement: it sees the tokens as they were when it took them off the queue, and takes off only what it sees. */
function writeSql(tokens: RawBuilder<unknown>): RawBuilder<{ taken: bigint }> {
  return sql<{ taken: bigint }>`
  with asked as materialized (
    ${tokens}
  ), taken as (
    delete from market.token_list_item_queue where token_data_id in (select token_data_id from asked)
  ), mended as (
    delete from market.dead_letters where work = 'list-item' and subject in (select token_data_id from asked)
  ), shown as materialized (
    select c.token_data_id, c.name, c.image from market.token_list_items c join asked using (token_data_id)
  ), gone as (
    delete from market.token_list_items c using asked a where c.token_data_id = a.token_data_id
      and not exists (select from chain.current_token_datas_v2 t where t.token_data_id = a.token_data_id)
    returning c.collection_id
  ), written as (
    insert into market.token_list_items as stored (${columns('')})
    ${listItemsSql({
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
    insert into market.token_preview_versions (collection_id, version)
    select collection_id, nextval('market.token_preview_version') from (
      select w.collection_id from written w left join shown s using (token_data_id)
        where (w.name, w.image) is distinct from (s.name, s.image)
      union select collection_id from gone
    ) as changed order by collection_id
    on conflict (collection_id) do update set version = excluded.version
  )
  select count(*) as taken from asked`
}

const MAKE_NEXT = writeSql(NEXT)

/**
 * Makes the list items of the next tokens. What is queued during that stays queued. A token whose list item cannot be made
 * is set aside as a dead letter, and the others are written.
 * @returns how many tokens were taken off the queue or set aside; 0 when none waits, or another worker is at it.
 */
export async function writeNextListItems(db: Database): Promise<number> {
  await queueNextSweep(db)
  const { rows: waiting } = await sql`select from market.token_list_item_queue where not is_set_aside limit 1`.execute(
    db,
  )
  if (waiting.length === 0) return 0
  try {
    return await makeLocked(db, MAKE_NEXT)
  } catch (error) {
    if (!isFaultOfItem(error)) throw error
    const { rows } = await sql<{ token_data_id: string }>`${NEXT}`.execute(db)
    return makeApart(
      db,
      rows.map((row) => row.token_data_id),
    )
  }
}

/** @returns how many of the tokens were taken off the queue or set aside. */
async function makeApart(db: Database, tokens: readonly string[]): Promise<number> {
  let done = 0
  await isolateFailures(
    tokens,
    async (some) => {
      done += await makeLocked(db, writeSql(sql`select unnest(${[...some]}::text[]) as token_data_id`))
    },
    async (token, reason) => {
      await setAside(db, token, reason)
      done += 1
    },
  )
  return done
}

async function makeLocked(db: Database, statement: RawBuilder<{ taken: bigint }>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const lock = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${LIST_ITEMS_LOCK}) as ours`.execute(
      transaction,
    )
    if (lock.rows[0]?.ours !== true) return 0
    const { rows } = await statement.execute(transaction)
    return Number(rows[0]?.taken ?? 0n)
  })
}

/** It stays queued, so that readers look the token up instead of trusting its list item. */
async function setAside(db: Database, token: string, reason: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`update market.token_list_item_queue set is_set_aside = true where token_data_id = ${token}`.execute(
      transaction,
    )
    await writeDeadLetter(transaction, { work: 'list-item', subject: token, error: reason })
  })
}
