import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { toStorableText } from '../../driver/storable-text.ts'
import { isolateFailures } from '../failures.ts'
import { type BusyMedia, findMediaSources, type MediaJob, type MediaOrder, nextMediaJobs } from './media-jobs.ts'
import { leaveCollections, onlyCollection } from './naming-collection.ts'

/** An image to measure. */
export interface ImageJob extends MediaJob {
  readonly src: string
}

/** Outcome of an image job. Colour as `#rrggbb`. */
export type ImageOutcome =
  | {
      readonly src: string
      readonly status: 'ready'
      readonly width: number
      readonly height: number
      readonly colour: string
    }
  | {
      readonly src: string
      readonly status: 'pending' | 'failed'
      readonly error: string
      readonly retryAfterSeconds: number
    }

/** Longer addresses are not fetched. The table has the same bound (migrations/0002_market.sql). */
const MAX_SRC_BYTES = 2_048

const QUEUE = { table: 'market.images', address: 'src' } as const

/** Queues the images that documents name and that are not known yet. */
export async function enqueueImages(db: Executor, uris: readonly string[]): Promise<void> {
  if (uris.length === 0) return
  const naming = sql`market.metadata
    where uri = any(${[...uris]}::text[]) and image <> '' and octet_length(image) <= ${MAX_SRC_BYTES}`
  await sql`
    with shared as (
      ${leaveCollections(QUEUE, sql`(select image as address, collection_id from ${naming})`)}
    )
    insert into market.images (src, status, collection_id)
    select image, 'pending', ${onlyCollection()} from ${naming} group by image
    on conflict (src) do nothing`.execute(db)
}

/**
 * Takes due images off the queue for two minutes, which is longer than fetching and measuring takes; several measurers never take
 * the same.
 */
export async function takeImageJobs(
  db: Database,
  limit: number,
  busy: BusyMedia,
  order: MediaOrder,
): Promise<readonly ImageJob[]> {
  await findMediaSources(db, QUEUE, order)
  const next = nextMediaJobs(QUEUE, limit, busy, order)
  const { rows } = await sql<ImageJob>`
    update market.images i set next_attempt_at = now() + interval '2 minutes'
    from (${next}) due
    where i.src = due.address
    returning i.src, i.attempts, due.source, due.service, i.collection_id as "collectionId"`.execute(db)
  return rows
}

/**
 * Writes what came of a batch of jobs; what was known before stays when an image cannot be had now. An outcome that cannot be
 * stored fails its own image only.
 */
export async function finishImageJobs(db: Database, outcomes: readonly ImageOutcome[]): Promise<void> {
  await isolateFailures(
    outcomes,
    (some) => writeOutcomes(db, some),
    ({ src }, error) => writeOutcomes(db, [{ src, status: 'failed', error, retryAfterSeconds: 0 }]),
  )
}

async function writeOutcomes(db: Database, outcomes: readonly ImageOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const column = <Value>(of: (outcome: ImageOutcome) => Value) => outcomes.map(of)
  await sql`
    update market.images i set
      status = done.status, error = done.error, attempts = i.attempts + 1,
      width = coalesce(done.width, i.width), height = coalesce(done.height, i.height),
      colour = coalesce(done.colour, i.colour), measured_at = case when done.status = 'ready' then now() else i.measured_at end,
      next_attempt_at = now() + done.wait * interval '1 second'
    from unnest(${column((each) => each.src)}::text[], ${column((each) => each.status)}::text[],
      ${column((each) => (each.status === 'ready' ? each.width : null))}::integer[],
      ${column((each) => (each.status === 'ready' ? each.height : null))}::integer[],
      ${column((each) => (each.status === 'ready' ? each.colour : null))}::text[],
      ${column((each) => (each.status === 'ready' ? null : toStorableText(each.error)))}::text[],
      ${column((each) => (each.status === 'ready' ? 0 : each.retryAfterSeconds))}::integer[]
    ) as done (src, status, width, height, colour, error, wait)
    where i.src = done.src`.execute(db)
}
