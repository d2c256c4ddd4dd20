import type pg from 'pg'

/**
 * Has the ids of the change feed go on behind all that were ever given out: from the present time in milliseconds, as there are fewer changes than that. Those of
 * a database that was restored, or made again, would begin before, and pages that are open would take each new change for one that they have had.
 */
export async function continueFeed(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ sequence: string | null }>(
    `select case when to_regclass('market.change_feed') is not null then pg_get_serial_sequence('market.change_feed', 'id') end as sequence`,
  )
  const sequence = rows[0]?.sequence ?? null
  // Restored to a time before its first migration.
  if (sequence === null) return
  await client.query(
    `select setval($1::regclass, greatest(nextval($1::regclass), (extract(epoch from clock_timestamp()) * 1000)::bigint))`,
    [sequence],
  )
}
