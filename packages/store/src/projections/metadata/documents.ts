import type { Json } from '@opal/domain/json'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import { toStorableJson, toStorableText } from '../../driver/storable-text.ts'
import { isolateFailures } from '../failures.ts'
import { markRarityStaleByUri } from '../rarity/worker.ts'
import { enqueueImages } from './images.ts'

/** An address to fetch, and how often that has failed. */
export interface MetadataJob {
  readonly uri: string
  readonly attempts: number
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

/**
 * Takes due addresses off the queue for a minute: who does not finish them in that time leaves them to the next one.
 * Several fetchers never take the same.
 */
export async function takeMetadataJobs(db: Database, limit: number): Promise<readonly MetadataJob[]> {
  const { rows } = await sql<MetadataJob>`
    update market.metadata m set next_attempt_at = now() + interval '1 minute'
    from (
      select uri from market.metadata where status = 'pending' and next_attempt_at <= now()
      order by next_attempt_at limit ${limit} for update skip locked
    ) due
    where m.uri = due.uri
    returning m.uri, m.attempts`.execute(db)
  return rows
}

/** Puts documents that somebody asked for on the queue again, with the pictures of theirs that were given up. */
export async function queueRequestedMetadata(db: Database, limit: number): Promise<void> {
  await sql`
    with taken as (
      update account.metadata_requests r set taken_at = now()
      from (
        select uri from account.metadata_requests where taken_at is null
        order by asked_at limit ${limit} for update skip locked
      ) asked
      where r.uri = asked.uri
      returning r.uri
    ), pictures as (
      update market.images i set status = 'pending', attempts = 0, next_attempt_at = now()
      from taken join market.metadata m on m.uri = taken.uri
      where i.src = m.image and i.status = 'failed'
    )
    insert into market.metadata as m (uri, status) select uri, 'pending' from taken
    on conflict (uri) do update set status = 'pending', attempts = 0, next_attempt_at = now()
    where m.status <> 'pending' or m.attempts > 0`.execute(db)
}

/**
 * Writes what came of a batch of jobs, queues the pictures it names, and the collections whose traits it changes for
 * ranking. What was known before stays when a document cannot be had now. An outcome that cannot be stored fails its own
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
    await writeOutcomes(transaction, outcomes)
    await enqueueImages(
      transaction,
      outcomes.map((each) => (each.status === 'ready' ? storable(each.image) : null)),
    )
    await markRarityStaleByUri(
      transaction,
      outcomes.filter((each) => each.status === 'ready').map((each) => each.uri),
    )
  })
}

async function writeOutcomes(db: DatabaseTransaction, outcomes: readonly MetadataOutcome[]): Promise<void> {
  const column = <Value>(of: (outcome: MetadataOutcome) => Value) => outcomes.map(of)
  await sql`
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
    where m.uri = done.uri`.execute(db)
}

function storable(text: string | null): string | null {
  return text === null ? null : toStorableText(text)
}
