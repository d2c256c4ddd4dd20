import type pg from 'pg'

/**
 * Puts the triggers of tables that are about to be loaded to sleep: each table is loaded on a connection of its own, and a
 * trigger that reads another of them would wait for it for ever. What the triggers keep, the loader makes at the end.
 */
export async function sleepTriggers(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
}

/** Wakes the triggers, also those of a load that was broken off. */
export async function wakeTriggers(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}
