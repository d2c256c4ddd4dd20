import type { Store } from '../driver/connection.ts'

/** Returns how many statements wait for a lock of a table. In databases of other tests, which are copies, it has the same number. */
export async function countLockWaits({ pool }: Pick<Store, 'pool'>, table: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_locks where not granted and relation = $1::regclass
      and database = (select oid from pg_database where datname = current_database())`,
    [table],
  )
  return rows[0]?.count
}
