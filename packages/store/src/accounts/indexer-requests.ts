import { sql } from 'kysely'
import type { Database, Store } from '../driver/connection.ts'
import type { DecodeSkipRow } from '../schema/accounts.ts'

/**
 * Requests a new fetch of a token's metadata, at most once a minute per document over all callers. Does nothing
 * for an unknown token, or one without a document.
 */
export async function requestMetadata({ db }: Pick<Store, 'db'>, tokenDataId: string): Promise<void> {
  await sql`
    insert into account.metadata_requests (uri)
    select token_uri from chain.current_token_datas_v2
    where token_data_id = ${tokenDataId} and token_uri <> '' and length(token_uri) <= 2048
    on conflict (uri) do update set asked_at = now(), taken_at = null
    where metadata_requests.taken_at < now() - interval '1 minute'`.execute(db)
}

export interface SkipRequest {
  readonly marketplace: string
  /** The operator who decided it. */
  readonly by: string
  readonly reason: string
}

/**
 * Requests that the indexer skip the event at which a marketplace stopped.
 * @returns the record; null when the marketplace is not stopped. A repeated request leaves the first record.
 */
export async function skipDecodeStop(
  db: Database,
  { marketplace, by, reason }: SkipRequest,
): Promise<DecodeSkipRow | null> {
  await sql`
    insert into account.decode_skips (marketplace, version, event_index, event_type, message, skipped_by, reason)
    select marketplace, version, event_index, event_type, message, ${by}, ${reason}
    from chain.decode_stops where marketplace = ${marketplace}
    on conflict do nothing`.execute(db)
  const { rows } = await sql<DecodeSkipRow>`
    select k.* from account.decode_skips k join chain.decode_stops using (marketplace, version, event_index)
    where marketplace = ${marketplace}`.execute(db)
  return rows[0] ?? null
}

/** Reads the events to skip, oldest first. */
export async function readDecodeSkips(db: Database): Promise<readonly DecodeSkipRow[]> {
  return db
    .selectFrom('account.decode_skips')
    .selectAll()
    .orderBy('version')
    .orderBy('event_index')
    .orderBy('marketplace')
    .execute()
}

/** Returns whether a marketplace is still stopped at an event that operators skipped. */
export async function hasSkippedStop(db: Database): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (
      select from chain.decode_stops join account.decode_skips using (marketplace, version, event_index)) as some`.execute(
    db,
  )
  return rows[0]?.some ?? false
}
