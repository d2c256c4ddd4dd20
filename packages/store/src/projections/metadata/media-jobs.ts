import { type RawBuilder, sql } from 'kysely'

/** Work of a media queue, a document to fetch or a picture to measure, with the groups among which slots are shared. */
export interface MediaJob {
  /** Number of failures. */
  readonly attempts: number
  /** Source that answers for its address: a host, or the content of an `ipfs://` or `ar://` address. */
  readonly source: string
  /** The collection that named it first; null where none is known. */
  readonly collectionId: string | null
}

/** Sources and collections of which no job may be taken now. */
export interface BusyMedia {
  readonly sources: readonly string[]
  readonly collections: readonly string[]
}

/** Number of due rows, the longest due ones, among which the next jobs are chosen. */
const CANDIDATES = 500

/**
 * Selects the due rows to take next, longest due first, and locks them: one of each source and one of each collection, none of
 * those that are busy. One at least is found while any is eligible, so that a caller who asks until nothing comes gets them all.
 */
export function nextMediaJobs(
  queue: { readonly table: 'market.metadata' | 'market.images'; readonly address: 'uri' | 'src' },
  limit: number,
  busy: BusyMedia,
): RawBuilder<unknown> {
  const address = sql.raw(queue.address)
  const source = sql`market.media_source(${address})`
  return sql`
    select address, source from (
      select address, source, next_attempt_at,
        row_number() over (partition by source order by next_attempt_at, address) as nth_of_source,
        row_number() over (partition by coalesce(collection_id, address) order by next_attempt_at, address) as nth_of_collection
      from (
        select ${address} as address, ${source} as source, collection_id, next_attempt_at from ${sql.raw(queue.table)}
        where status = 'pending' and next_attempt_at <= now()
          and ${source} <> all(${busy.sources}::text[])
          and (collection_id is null or collection_id <> all(${busy.collections}::text[]))
        order by next_attempt_at limit ${CANDIDATES} for update skip locked
      ) candidate
    ) ordered
    where nth_of_source = 1 and nth_of_collection = 1
    order by next_attempt_at, address limit ${limit}`
}
