import { type RawBuilder, sql } from 'kysely'
import type { MediaQueue } from './media-jobs.ts'

/**
 * What only one collection names takes the turns of that collection, and waits behind its hangs. What several name is of none: anybody can name
 * the documents of a drop before it begins, and they must not wait for what whoever did so has queued.
 * @source docs/decisions/2026-11-23-fair-media-queues.md
 */

/** Returns the collection that all rows of a group name; null where they name several. */
export function onlyCollection(): RawBuilder<string | null> {
  return sql`case when count(distinct coalesce(collection_id, '')) = 1 then min(collection_id) end`
}

/**
 * Takes queued rows out of their collection that another one names now. No part of `on conflict`, which would lock each row that is named again.
 * @param named a table with address and collection_id.
 */
export function leaveCollections({ table, address }: MediaQueue, named: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`update ${sql.raw(table)} q set collection_id = null from ${named} named
    where q.${sql.raw(address)} = named.address and q.collection_id <> coalesce(named.collection_id, '')`
}
