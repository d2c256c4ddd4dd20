import { sql } from 'kysely'
import type { Statements } from '../driver/pipelined.ts'
import { toStorableText } from '../rows/storable.ts'

/** Work that failed by itself, and why. */
export interface DeadLetter {
  /** Making a token's card, or ranking a collection. */
  readonly work: 'card' | 'ranking'
  /** Id of the token or the collection. */
  readonly subject: string
  readonly error: string
}

/** Records a failure. @returns how often the work has failed since it was last done or asked for. */
export async function writeDeadLetter(at: Statements, { work, subject, error }: DeadLetter): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    insert into market.dead_letters as known (work, subject, error)
    values (${work}, ${subject}, ${toStorableText(error).slice(0, 500)})
    on conflict (work, subject) do update set
      attempts = known.attempts + 1, error = excluded.error, failed_at = now()
    returning attempts`.execute(at)
  return rows[0]?.attempts ?? 1
}
