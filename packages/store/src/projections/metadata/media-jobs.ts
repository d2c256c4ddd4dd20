import { mediaSourceOf } from '@opal/domain/limits/media-source'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'

/** Work of a media queue, a document to fetch or an image to measure, with the groups among which slots are shared. */
export interface MediaJob {
  /** Number of failures. */
  readonly attempts: number
  /** The owner of the host of its address, or the root of content. */
  readonly source: string
  /** The gateway or service that has the source among others; null for an owner's host and for the operator's gateways. */
  readonly service: string | null
  /** The only collection that names it; null where none is known, or several do. */
  readonly collectionId: string | null
}

/** Groups from which no job may be taken now, and slow ones, of all of which one may. */
export interface BusyMedia {
  readonly sources: readonly string[]
  readonly services: readonly string[]
  readonly collections: readonly string[]
  /** Sources that were slow: one job of all of them, and of all slow services, may be taken. */
  readonly slow: readonly string[]
  readonly slowServices: readonly string[]
}

/**
 * Which due jobs are taken: those that have been due for longest, or the newest of those that were never tried. With the former alone, thousands
 * that are queued at once would all be fetched before anything that comes later.
 */
export type MediaOrder = 'oldest' | 'newest'

/** A queue of media by its table, and its column of addresses. */
export interface MediaQueue {
  readonly table: 'market.metadata' | 'market.images'
  readonly address: 'uri' | 'src'
}

/** Number of due rows, the first ones, among which the next jobs are chosen. */
const CANDIDATES = 500
/** Rows whose sources are found in one statement: more than are taken, and few enough to take no longer than taking jobs does. */
const NAMED = 1_000

/**
 * Finds the sources of queued rows, the first in an order. Rows are queued without: a URL names its host in too many ways for SQL to see that two
 * are the same.
 */
export async function findMediaSources(db: Database, { table, address }: MediaQueue, order: MediaOrder): Promise<void> {
  const [name, column] = [sql.raw(table), sql.raw(address)]
  const { rows } = await sql<{ address: string }>`
    select ${column} as address from ${name} where status = 'pending' and source is null
    order by next_attempt_at ${directionOf(order)} limit ${NAMED}`.execute(db)
  if (rows.length === 0) return
  const addresses = rows.map((row) => row.address)
  const sources = addresses.map(mediaSourceOf)
  await sql`
    update ${name} q set source = found.source, service = found.service
    from unnest(${addresses}::text[], ${sources.map(({ key }) => key)}::text[],
      ${sources.map(({ isContent, service }) => (isContent ? null : service))}::text[]) as found (address, source, service)
    where q.${column} = found.address and q.source is null`.execute(db)
}

/**
 * Selects the due rows to take next and locks them: at most one of each source, service and collection and one of all that is slow, and none of
 * busy ones. While any row is eligible at least one is found, so that a caller that asks until nothing comes gets them all.
 */
export function nextMediaJobs(
  { table, address }: MediaQueue,
  limit: number,
  busy: BusyMedia,
  order: MediaOrder,
): RawBuilder<unknown> {
  const direction = directionOf(order)
  const inOrder = sql`next_attempt_at ${direction}, address ${direction}`
  const isWanted = order === 'newest' ? sql`attempts = 0` : sql`true`
  const nthOf = (group: RawBuilder<unknown>) => sql`row_number() over (partition by ${group} order by ${inOrder})`
  const isSlow = sql`(source = any(${busy.slow}::text[]) or service = any(${busy.slowServices}::text[]))`
  return sql`
    select address, source, service from (
      select address, source, service, next_attempt_at,
        ${nthOf(sql`source`)} as nth_of_source,
        ${nthOf(sql`coalesce(service, address)`)} as nth_of_service,
        ${nthOf(sql`coalesce(collection_id, address)`)} as nth_of_collection,
        ${nthOf(sql`case when ${isSlow} then '' else address end`)} as nth_of_slow
      from (
        select ${sql.raw(address)} as address, source, service, collection_id, next_attempt_at from ${sql.raw(table)}
        where status = 'pending' and next_attempt_at <= now() and ${isWanted}
          and source is not null and source <> all(${busy.sources}::text[])
          and (service is null or service <> all(${busy.services}::text[]))
          and (collection_id is null or collection_id <> all(${busy.collections}::text[]))
        order by next_attempt_at ${direction} limit ${CANDIDATES} for update skip locked
      ) candidate
    ) ordered
    where nth_of_source = 1 and nth_of_service = 1 and nth_of_collection = 1 and nth_of_slow = 1
    order by ${inOrder} limit ${limit}`
}

function directionOf(order: MediaOrder): RawBuilder<unknown> {
  return order === 'newest' ? sql`desc` : sql`asc`
}
