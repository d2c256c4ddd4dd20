import type { Json } from '@opal/domain/json'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import { toStorableJson, toStorableText } from '../../driver/storable-text.ts'
import { isolateFailures } from '../failures.ts'
import { markRarityStaleByUri } from '../rarity/worker.ts'
import { enqueueImages } from './images.ts'
import { type BusyMedia, findMediaSources, type MediaJob, type MediaOrder, nextMediaJobs } from './media-jobs.ts'

/** A document to fetch. */
export interface MetadataJob extends MediaJob {
  readonly uri: string
}

/** Outcome. */
export type MetadataOutcome = MetadataFound | MetadataMissing

export interface MetadataFound {
  readonly uri: string
  readonly status: 'ready'
  readonly image: string | null
  readonly animationUrl: string | null
  /** `properties.category` of the document, such as `video`. */
  readonly category: string | null
  /** `[{ trait_type, value }]` as found, or null. */
  readonly attributes: Json
}

export interface MetadataMissing {
  readonly uri: string
  /** Pending: tried again after the wait. Failed: given up. */
  readonly status: 'pending' | 'failed'
  readonly error: string
  readonly retryAfterSeconds: number
}

const QUEUE = { table: 'market.metadata', address: 'uri' } as const

/**
 * Takes due addresses off the queue for a minute, which is longer than any fetch: an address that is not finished by then is taken
 * again. Several fetchers never take the same.
 */
export async function takeMetadataJobs(
  db: Database,
  limit: number,
  busy: BusyMedia,
  order: MediaOrder,
): Promise<readonly MetadataJob[]> {
  await findMediaSources(db, QUEUE, order)
  const next = nextMediaJobs(QUEUE, limit, busy, order)
  const { rows } = await sql<MetadataJob>`
    update market.metadata m set next_attempt_at = now() + interval '1 minute'
    from (${next}) due
    where m.uri = due.address
    returning m.uri, m.attempts, due.source, due.service, m.collection_id as "collectionId"`.execute(db)
  return rows
}

/**
 * Puts requested documents on the queue again, with the images of theirs that were given up. One that was had
 * before gets all its attempts; one that was given up gets a single attempt more, and one that is waiting none. Of the collections that have
 * the document any is noted: a million tokens may have the same.
 */
export async function queueRequestedMetadata(db: Database, limit: number): Promise<void> {
  await sql`
    with taken as (
      update account.metadata_requests r set taken_at = now()
      from (
        select uri from account.metadata_requests where taken_at is null
        order by asked_at limit ${limit} for update skip locked
      ) asked
      where r.uri = asked.uri
      returning r.uri, (
        select t.collection_id from chain.current_token_datas_v2 t where t.token_uri = r.uri limit 1) as collection_id
    ), images as (
      update market.images i set status = 'pending', attempts = greatest(i.attempts - 1, 0), next_attempt_at = now()
      from taken join market.metadata m on m.uri = taken.uri
      where i.src = m.image and i.status = 'failed'
    )
    insert into market.metadata as m (uri, status, collection_id) select uri, 'pending', collection_id from taken
    on conflict (uri) do update set status = 'pending', next_attempt_at = now(),
      attempts = case m.status when 'ready' then 0 else greatest(m.attempts - 1, 0) end,
      collection_id = coalesce(m.collection_id, excluded.collection_id)
    where m.status <> 'pending'`.execute(db)
}

/**
 * Writes the outcomes of jobs, queues the images they name, and the collections whose tokens they describe otherwise than before for
 * ranking, which announces them. What was known before stays when a document cannot be had now. An outcome that cannot be stored fails its own
 * document only.
 */
export async function finishMetadataJobs(db: Database, outcomes: readonly MetadataOutcome[]): Promise<void> {
  await isolateFailures(
    outcomes,
    (some) => finishTogether(db, some),
    ({ uri }, error) => finishTogether(db, [{ uri, status: 'failed', error, retryAfterSeconds: 0 }]),
  )
}

async function finishTogether(db: Database, outcomes: readonly MetadataOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await db.transaction().execute(async (transaction) => {
    const changed = await writeOutcomes(transaction, outcomes)
    await enqueueImages(
      transaction,
      outcomes.filter((each) => each.status === 'ready').map((each) => each.uri),
    )
    await markRarityStaleByUri(transaction, changed)
  })
}

/** @returns the addresses of documents that say something else than before. */
async function writeOutcomes(
  db: DatabaseTransaction,
  outcomes: readonly MetadataOutcome[],
): Promise<readonly string[]> {
  const column = <Value>(of: (outcome: MetadataOutcome) => Value) => outcomes.map(of)
  const { rows } = await sql<{ uri: string; changed: boolean }>`
    with before as materialized (
      select uri, attributes, image, animation_url, category from market.metadata where uri = any(${column((each) => each.uri)}::text[]) for update
    )
    update market.metadata m set
      status = done.status, error = done.error, attempts = m.attempts + 1,
      image = case when done.status = 'ready' then done.image else m.image end,
      animation_url = case when done.status = 'ready' then done.animation_url else m.animation_url end,
      category = case when done.status = 'ready' then done.category else m.category end,
      attributes = case when done.status = 'ready' then done.attributes else m.attributes end,
      fetched_at = case when done.status = 'ready' then now() else m.fetched_at end,
      next_attempt_at = now() + done.wait * interval '1 second'
    from unnest(${column((each) => each.uri)}::text[], ${column((each) => each.status)}::text[],
      ${column((each) => (each.status === 'ready' ? storable(each.image) : null))}::text[],
      ${column((each) => (each.status === 'ready' ? storable(each.animationUrl) : null))}::text[],
      ${column((each) => (each.status === 'ready' ? storable(each.category) : null))}::text[],
      ${column((each) => (each.status === 'ready' && each.attributes !== null ? toStorableJson(each.attributes) : null))}::jsonb[],
      ${column((each) => (each.status === 'ready' ? null : toStorableText(each.error)))}::text[],
      ${column((each) => (each.status === 'ready' ? 0 : each.retryAfterSeconds))}::integer[]
    ) as done (uri, status, image, animation_url, category, attributes, error, wait)
    join before using (uri)
    where m.uri = done.uri
    returning m.uri, (m.attributes, m.image, m.animation_url, m.category)
      is distinct from (before.attributes, before.image, before.animation_url, before.category) as changed`.execute(db)
  return rows.filter(({ changed }) => changed).map(({ uri }) => uri)
}

function storable(text: string | null): string | null {
  return text === null ? null : toStorableText(text)
}
