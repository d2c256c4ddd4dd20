import type { Store } from '../driver/connection.ts'

/**
 * Vacuums tables until their indexes can answer alone for every page. A vacuum passes over pages whose commits, or those of others close by, are not on
 * the disk yet.
 */
export async function vacuumWhole({ pool }: Pick<Store, 'pool'>, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    for (let isWhole = false; !isWhole; ) {
      await pool.query('checkpoint')
      await pool.query(`vacuum (analyze) ${table}`)
      const { rows } = await pool.query<{ isWhole: boolean }>(
        'select relallvisible >= relpages as "isWhole" from pg_class where oid = $1::regclass',
        [table],
      )
      isWhole = rows[0]?.isWhole ?? true
    }
  }
}
