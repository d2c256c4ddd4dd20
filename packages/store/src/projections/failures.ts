import { errorCode } from '@opal/domain/errors'
import { sql } from 'kysely'
import { isUnwritable } from '../driver/faults.ts'
import type { Executor } from '../driver/pipelining.ts'
import { toStorableText } from '../driver/storable-text.ts'
import { inParts } from '../ingest/in-parts.ts'

/** Work that failed by itself, and why. */
export interface DeadLetter {
  /** Making a token's list item, or ranking a collection. */
  readonly work: 'list-item' | 'ranking'
  /** Id of the token or the collection. */
  readonly subject: string
  readonly error: string
}

/** Records a failure. @returns how often the work has failed since it was last done or asked for. */
export async function writeDeadLetter(db: Executor, { work, subject, error }: DeadLetter): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    insert into market.dead_letters as known (work, subject, error)
    values (${work}, ${subject}, ${toStorableText(error).slice(0, 500)})
    on conflict (work, subject) do update set
      attempts = known.attempts + 1, error = excluded.error, failed_at = now()
    returning attempts`.execute(db)
  return rows[0]?.attempts ?? 1
}

/**
 * Does work for all items together. Where their content makes it fail, the items are tried in smaller parts, so that only those are given up
 * that fail alone.
 * @param giveUp goes on after such an item; `reason` is a sentence for operators.
 * @throws errors of the server, such as a restart: no item caused them.
 */
export function isolateFailures<Item>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<void>,
  giveUp: (item: Item, reason: string) => Promise<void>,
): Promise<void> {
  return inParts(items, work, (item, error) => giveUp(item, reasonOf(error)), isFaultOfItem)
}

/**
 * PostgreSQL's internal error, such as a text that grows too long.
 * @source https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const INTERNAL_ERROR = 'XX000'

/** Returns whether work failed for what its items hold, so that it may succeed for fewer of them. */
export function isFaultOfItem(error: unknown): boolean {
  return isUnwritable(error) || errorCode(error) === INTERNAL_ERROR
}

function reasonOf(error: unknown): string {
  return `it could not be stored: ${error instanceof Error ? error.message : 'for a reason unknown'}`.slice(0, 500)
}
