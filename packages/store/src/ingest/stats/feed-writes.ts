import type { Json } from '@opal/domain/json'
import type { ChangeKind } from '@opal/domain/live/change-kinds'
import { DAY_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../driver/connection.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { toStorableJson } from '../../driver/storable-text.ts'
import { CHANGE_CHANNEL } from '../../schema/stream.ts'
import type { IndexedTransaction } from '../batch.ts'

/** Older rows are dropped: a client that was away longer reads the pages again. */
const MAX_ROWS = 100_000
/**
 * Time for which rows stay of which no notifications were made yet, however many there are: no API may run for a while, or ids may go on far behind those
 * of before, as after a restore. Rows before one that is older are dropped, too: stats have the time of the clock, which is today's once an order has ended by
 * it, and those of a backfill would hold the place of the oldest, so that nothing behind them would be dropped.
 */
const UNNOTIFIED_MICROS = 7n * DAY_MICROS
/** Rows of this kind do not stay: there may be any number of them in a row, all of the time at which collections were ranked. */
const NOTIFIES_NOBODY: ChangeKind = 'tokens_change'
/** Oldest rows that are looked at to be dropped, in addition to as many as are added: those that stay cost a batch little. */
const MORE_DROPPED = 1_000

/** A row of the feed before it has an id. */
export interface Change {
  readonly version: bigint
  readonly atMicros: bigint
  readonly collectionId: string | null
  readonly kind: ChangeKind
  readonly payload: Json
}

/**
 * Locks the feed for other writers until the transaction ends. Readers go on from the newest id that they have seen: without the lock a
 * transaction that was given ids first and commits last would add rows behind the position of their readers, who would miss them.
 */
function lockFeed(db: Executor): Promise<unknown> {
  return sql`select pg_advisory_xact_lock(hashtextextended('market.change_feed', 0))`.execute(db)
}

/** Adds changes to the feed, drops oldest rows beyond its size that nobody needs, and notifies its readers. */
export async function writeChanges(db: Executor, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const added = sql`
    with added as (
    insert into market.change_feed (version, at_micros, collection_id, kind, payload)
    select * from unnest(${changes.map((each) => each.version)}::bigint[], ${changes.map((each) => each.atMicros)}::bigint[],
      ${changes.map((each) => each.collectionId)}::text[], ${changes.map((each) => each.kind)}::text[],
      ${changes.map((each) => toStorableJson(each.payload))}::jsonb[])
      returning id
    ), newest as (
      select max(id) as id, count(*) as rows from added
    ), oldest as materialized (
      select id, at_micros, kind from market.change_feed where id <= (select id from newest) - ${MAX_ROWS}::bigint
      order by id limit (select rows from newest) + ${MORE_DROPPED}::bigint
    ), dropped as (
      delete from market.change_feed using oldest where change_feed.id = oldest.id and (
        oldest.id <= (select change_id from account.notification_progress)
        or oldest.kind = ${NOTIFIES_NOBODY}
        or oldest.id <= (select max(id) from oldest
          where at_micros < (extract(epoch from now()) * 1000000)::bigint - ${UNNOTIFIED_MICROS}::bigint))
    )
    select pg_notify(${CHANGE_CHANNEL}, id::text) from newest`
  await Promise.all([lockFeed(db), added.execute(db)])
}

/**
 * Announces that tokens of a collection were described or ranked again, at the newest announced version. Call it last: other writers of
 * the feed wait until the transaction ends.
 */
export async function announceTokens(db: DatabaseTransaction, collectionId: string): Promise<void> {
  await lockFeed(db)
  await sql`
    with added as (
      insert into market.change_feed (version, at_micros, collection_id, kind, payload)
      select coalesce((select version from market.change_feed order by id desc limit 1), 0),
        (extract(epoch from now()) * 1000000)::bigint, ${collectionId}, 'tokens_change', '{}'
      returning id
    )
    select pg_notify(${CHANGE_CHANNEL}, id::text) from added`.execute(db)
}

/** Announces that the tokens of every collection have come, as {@link announceTokens} does; of the newest ones that the feed has room for. */
export async function announceAllTokens(db: DatabaseTransaction): Promise<void> {
  await lockFeed(db)
  await sql`
    with added as (
      insert into market.change_feed (version, at_micros, collection_id, kind, payload)
      select last_version, (extract(epoch from now()) * 1000000)::bigint, collection_id, 'tokens_change', '{}' from (
        select collection_id, last_version from market.collection_stats order by last_version desc limit ${MAX_ROWS}
      ) newest order by last_version
      returning id
    )
    select pg_notify(${CHANGE_CHANNEL}, max(id)::text) from added having count(*) > 0`.execute(db)
}

/** Announces whose offers to claim have changed, made by or to whom: made, taken back or claimed. Nothing is announced twice. */
export async function announceClaims(db: Executor, transactions: readonly IndexedTransaction[]): Promise<void> {
  const changes = transactions.flatMap(({ transaction: { version, timestampMicros }, tokens }) =>
    tokens.pendingClaims.flatMap(({ fromAddress, toAddress, collectionId }) =>
      [fromAddress, toAddress].map((wallet) => ({ version, timestampMicros, wallet, collectionId })),
    ),
  )
  if (changes.length === 0) return
  const added = sql`
    with added as (
      insert into market.change_feed (version, at_micros, collection_id, kind, payload)
      select distinct version, at_micros, collection_id, 'claims_change', jsonb_build_object('wallet', wallet)
      from unnest(${changes.map((each) => each.version)}::bigint[], ${changes.map((each) => each.timestampMicros)}::bigint[],
        ${changes.map((each) => each.collectionId)}::text[], ${changes.map((each) => each.wallet)}::text[])
        as change (version, at_micros, collection_id, wallet)
      where not exists (
        select from market.change_feed known
        where known.version = change.version and known.kind = 'claims_change'
          and known.collection_id = change.collection_id and known.payload->>'wallet' = change.wallet
      )
      order by version
      returning id
    )
    select pg_notify(${CHANGE_CHANNEL}, max(id)::text) from added having count(*) > 0`
  await Promise.all([lockFeed(db), added.execute(db)])
}
