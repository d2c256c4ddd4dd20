import { sql } from 'kysely'
import type { Database } from '../connect.ts'

/** Which documents and pictures to fetch again: those of one collection, or those that were given up. */
export type MediaChoice = { readonly collectionId: string } | 'failed'

/** How many were put on the queues again. */
export interface MediaRetried {
  readonly documents: number
  readonly pictures: number
}

/** Puts documents and pictures on their queues again, with all their attempts before them. What is known stays meanwhile. */
export async function retryMedia(db: Database, choice: MediaChoice): Promise<MediaRetried> {
  return db.transaction().execute(async (transaction) => {
    const documents = choice === 'failed' ? sql`status = 'failed'` : sql`uri in (${urisOf(choice.collectionId)})`
    const pictures =
      choice === 'failed'
        ? sql`status = 'failed'`
        : sql`src in (select image from market.metadata where uri in (${urisOf(choice.collectionId)}))`
    const again = sql`set status = 'pending', attempts = 0, next_attempt_at = now()`
    const first = await sql`update market.images ${again} where ${pictures}`.execute(transaction)
    const second = await sql`update market.metadata ${again} where ${documents}`.execute(transaction)
    return { documents: Number(second.numAffectedRows ?? 0n), pictures: Number(first.numAffectedRows ?? 0n) }
  })
}

function urisOf(collectionId: string) {
  return sql`
    select token_uri from chain.current_token_datas_v2 where collection_id = ${collectionId}
    union select uri from chain.current_collections_v2 where collection_id = ${collectionId}`
}
