import { sql } from 'kysely'
import { type Reader, readRow } from './read-rows.ts'

/** How it stands with the metadata of a token. */
export interface MetadataState {
  readonly status: 'pending' | 'ready' | 'failed'
  /** Documents that are due before it, counted up to 10,000; 0 when it waits for nothing. */
  readonly ahead: number
  /** When it was last had; null when never. */
  readonly fetchedAtMicros: bigint | null
  /** Why it was not to be had the last time. */
  readonly error: string | null
}

const NO_DOCUMENT = 'the token names no document'

/** How it stands with a token's metadata, and what waits before it; null when there is no such token. */
export async function readMetadataState(reader: Reader, tokenDataId: string): Promise<MetadataState | null> {
  const row = await readRow(
    reader,
    sql<MetadataState>`
      select state.status, state.error, state."fetchedAtMicros",
        case when state.status = 'pending' then (
          select count(*)::int from (
            select 1 from market.metadata other
            where other.status = 'pending' and other.next_attempt_at < state.due_at and other.uri <> state.token_uri
            limit 10000
          ) waiting
        ) else 0 end as ahead
      from (
        select t.token_uri, coalesce(asked.asked_at, m.next_attempt_at) as due_at,
          case when asked.uri is null then coalesce(m.status, 'failed') else 'pending' end as status,
          case when m.uri is null then ${NO_DOCUMENT} when m.status <> 'ready' then m.error end as error,
          (extract(epoch from m.fetched_at) * 1000000)::bigint as "fetchedAtMicros"
        from chain.current_token_datas_v2 t
        left join market.metadata m on m.uri = t.token_uri
        left join account.metadata_requests asked on asked.uri = t.token_uri and asked.taken_at is null
        where t.token_data_id = ${tokenDataId}
      ) state`,
  )
  return row ?? null
}
