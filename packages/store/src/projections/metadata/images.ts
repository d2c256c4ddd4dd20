import { fitsBytes } from '@opal/domain/text/text-bytes'
import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { toStorableText } from '../../driver/storable-text.ts'
import { isolateFailures } from '../failures.ts'

/** A picture to measure, and how often that has failed. */
export interface ImageJob {
  readonly src: string
  readonly attempts: number
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

/** Queues pictures that are not known yet. */
export async function enqueueImages(db: Executor, sources: readonly (string | null)[]): Promise<void> {
  const fresh = new Set(sources.filter((src) => src !== null && src !== '' && fitsBytes(src, MAX_SRC_BYTES)))
  if (fresh.size === 0) return
  await sql`
    insert into market.images (src, status) select src, 'pending' from unnest(${[...fresh]}::text[]) as new (src)
    on conflict (src) do nothing`.execute(db)
}

/** Takes due pictures off the queue for two minutes; several measurers never take the same. */
export async function takeImageJobs(db: Database, limit: number): Promise<readonly ImageJob[]> {
  const { rows } = await sql<ImageJob>`
    update market.images i set next_attempt_at = now() + interval '2 minutes'
    from (
      select src from market.images where status = 'pending' and next_attempt_at <= now()
      order by next_attempt_at limit ${limit} for update skip locked
    ) due
    where i.src = due.src
    returning i.src, i.attempts`.execute(db)
  return rows
}

/**
 * Writes what came of a batch of jobs; what was known before stays when a picture cannot be had now. An outcome that cannot be
 * stored fails its own picture only.
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
