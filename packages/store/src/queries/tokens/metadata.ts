import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRow } from '../read-rows.ts'

/** A measured image: pixels of the original, dominant colour as `#rrggbb`. */
export interface ImageFactsJson {
  readonly width: number
  readonly height: number
  readonly colour: string
}

/**
 * Returns the facts of the row `alias` of market.images as one value; null while the image has not been
 * measured.
 */
export function imageFactsSql(alias: 'ti' | 'ci'): RawBuilder<ImageFactsJson | null> {
  const i = sql.raw(alias)
  return sql`case when ${i}.colour is not null and ${i}.width is not null and ${i}.height is not null
    then json_build_object('width', ${i}.width, 'height', ${i}.height, 'colour', ${i}.colour) end`
}

/**
 * Returns whether a token or a collection names this address: as its document, or in it as its image, video or
 * sound.
 */
export async function isKnownMedia(reader: Reader, src: string): Promise<boolean> {
  const row = await readRow(
    reader,
    sql<{ isKnown: boolean }>`
    select exists (select from market.metadata where uri = ${src})
      or exists (select from market.metadata where ${isAddress('image', src)})
      or exists (select from market.metadata where ${isAddress('animation_url', src)}) as "isKnown"`,
  )
  return row?.isKnown ?? false
}

/** The condition that a document names an address, as its index has it (migrations/0081_tokens_by_document.sql). */
function isAddress(column: 'image' | 'animation_url', src: string): RawBuilder<boolean> {
  return sql`hashtextextended(${sql.ref(column)}, 0) = hashtextextended(${src}, 0) and ${sql.ref(column)} = ${src}`
}

/** Reads the image that a metadata document names; null when it names none, or has not been read. */
export async function readMetadataImage(reader: Reader, uri: string): Promise<string | null> {
  const row = await readRow(reader, sql<{ image: string | null }>`select image from market.metadata where uri = ${uri}`)
  return row?.image ?? null
}

/** State of a token's metadata. */
export interface MetadataState {
  readonly status: 'pending' | 'ready' | 'failed'
  /** Documents that are due before it, counted up to 10,000; 0 when it waits for nothing. */
  readonly ahead: number
  /** Time of the last successful fetch; null when never fetched. */
  readonly fetchedAtMicros: bigint | null
  /** Error of the last attempt. */
  readonly error: string | null
}

const NO_DOCUMENT = 'the token names no document'

/** Reads the state of a token's metadata and its queue position; null for unknown tokens. */
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
