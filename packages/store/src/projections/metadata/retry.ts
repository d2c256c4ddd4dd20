import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import type { DeadLetter } from '../failures.ts'

/** Scope of a retry: the documents, images, list items and rankings of one collection, or all that failed. */
export type MediaChoice = { readonly collectionId: string } | 'failed'

/** Numbers of requeued items. */
export interface MediaRetried {
  readonly documents: number
  readonly images: number
  readonly listItems: number
  readonly rankings: number
}

/** Returns whether a collection is indexed, or at least a token of it. */
export async function isIndexed(db: Database, collectionId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from chain.current_collections_v2 where collection_id = ${collectionId})
      or exists (select from chain.current_token_datas_v2 where collection_id = ${collectionId}) as known`.execute(db)
  return rows[0]?.known === true
}

/** Requeues work with all its attempts. What was known before stays until then. */
export async function retryMedia(db: Database, choice: MediaChoice): Promise<MediaRetried> {
  return db.transaction().execute(async (transaction) => {
    const documents = choice === 'failed' ? sql`status = 'failed'` : sql`uri in (${urisOf(choice.collectionId)})`
    const images =
      choice === 'failed'
        ? sql`status = 'failed'`
        : sql`src in (select image from market.metadata where uri in (${urisOf(choice.collectionId)}))`
    const again = sql`set status = 'pending', attempts = 0, next_attempt_at = now()`
    const requeuedImages = await sql`update market.images ${again} where ${images}`.execute(transaction)
    const requeuedDocuments = await sql`update market.metadata ${again} where ${documents}`.execute(transaction)
    return {
      documents: Number(requeuedDocuments.numAffectedRows ?? 0n),
      images: Number(requeuedImages.numAffectedRows ?? 0n),
      ...(await retryDeadLetters(transaction, choice)),
    }
  })
}

async function retryDeadLetters(db: DatabaseTransaction, choice: MediaChoice) {
  const chosen =
    choice === 'failed'
      ? sql`true`
      : sql`case work when 'ranking' then subject = ${choice.collectionId} else subject in (
          select token_data_id from chain.current_token_datas_v2 where collection_id = ${choice.collectionId}) end`
  const { rows } =
    await sql<DeadLetter>`delete from market.dead_letters where ${chosen} returning work, subject`.execute(db)
  const subjectsOf = (work: DeadLetter['work']) => rows.filter((row) => row.work === work).map((row) => row.subject)
  const [items, rankings] = [subjectsOf('list-item'), subjectsOf('ranking')]
  await sql`update market.token_list_item_queue set is_set_aside = false where token_data_id = any(${items}::text[])`.execute(
    db,
  )
  await sql`insert into market.rarity_queue (collection_id) select unnest(${rankings}::text[])`.execute(db)
  return { listItems: items.length, rankings: rankings.length }
}

function urisOf(collectionId: string) {
  return sql`
    select token_uri from chain.current_token_datas_v2 where collection_id = ${collectionId}
    union select uri from chain.current_collections_v2 where collection_id = ${collectionId}`
}
