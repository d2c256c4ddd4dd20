import { errorCode } from '@opal/domain/errors'
import { sql } from 'kysely'
import type { Executor } from '../driver/pipelining.ts'
import { toStorableText } from '../driver/storable-text.ts'

/** Work that failed by itself, and why. */
export interface DeadLetter {
  /** Making a token's list row, or ranking a collection. */
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
 * Runs work on all items together; on failure it halves them, so that only the faulty item is given up and the
 * others are done. Faults of the server, such as a restart, are thrown: no item caused them.
 */
export async function isolateFailures<Item>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<void>,
  giveUp: (item: Item, reason: string) => Promise<void>,
): Promise<void> {
  try {
    await work(items)
  } catch (error) {
    if (!isFaultOfItem(error)) throw error
    const [first] = items
    if (items.length === 1 && first !== undefined) return giveUp(first, reasonOf(error))
    const half = Math.ceil(items.length / 2)
    await isolateFailures(items.slice(0, half), work, giveUp)
    await isolateFailures(items.slice(half), work, giveUp)
  }
}

/**
 * Cardinality violation, data exception, integrity constraint, program limit exceeded (such as an index row that is too
 * large), internal error (such as a text that grows too long).
 * @source https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const FAULT_OF_ITEM = /^(?:21|22|23|54)[0-9A-Z]{3}$|^XX000$/

/**
 * Returns whether PostgreSQL, or building the statement, refused the stored data, so that a smaller part may
 * succeed.
 */
export function isFaultOfItem(error: unknown): boolean {
  return error instanceof RangeError || FAULT_OF_ITEM.test(errorCode(error) ?? '')
}

function reasonOf(error: unknown): string {
  return `it could not be stored: ${error instanceof Error ? error.message : 'for a reason unknown'}`.slice(0, 500)
}
