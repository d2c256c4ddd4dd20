import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'

/**
 * Yields the distinct ids of several sources in ascending order, `size` at a time.
 * @param idsAfter selects the next ids after one from each source, as `id`
 */
export async function* readIdShares(
  db: Executor,
  size: number,
  idsAfter: (after: string) => readonly RawBuilder<unknown>[],
): AsyncGenerator<readonly string[], void, void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from (${sql.join(idsAfter(after), sql` union `)}) found order by id limit ${size}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    yield rows.map(({ id }) => id)
  }
}
