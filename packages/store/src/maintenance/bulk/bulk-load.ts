import type pg from 'pg'
import { dropIndexes, restoreIndexes } from '../../driver/loading/dropped-indexes.ts'
import { openClient } from '../../driver/open-client.ts'
import type { Columns, Table } from '../../schema/table.ts'
import { CopySink } from './copy-sink.ts'

/**
 * Puts the triggers of tables that are about to be loaded to sleep: each table is loaded on a connection of its own, and a
 * trigger that reads another of them would wait for it forever. What the triggers keep, the loader makes at the end.
 */
async function disableTriggers(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
}

/** Wakes the triggers, also those of a load that was broken off. */
async function enableTriggers(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}

/**
 * Fills tables with many millions of rows: without their indexes, which are made again at the end, and without their
 * triggers. No other program may use the tables at that time. Their former rows are deleted.
 */
export interface BulkLoad extends AsyncDisposable {
  /** Empties a table and opens it for rows, on a connection of its own. */
  open<Of extends Columns>(table: Table<Of>, columns: readonly (keyof Of & string)[]): Promise<CopySink>
  /** Commits every table that is open. */
  endTables(): Promise<void>
  /** Makes all indexes again, wakes the triggers and counts for the planner. */
  restore(say: (line: string) => void): Promise<void>
}

/** @param tables all that will be filled, by name. */
export async function startBulkLoad(connectionString: string, tables: readonly string[]): Promise<BulkLoad> {
  await using undo = new AsyncDisposableStack()
  const connection = () => openClient(connectionString, 'opal-bulk')
  const first = await connection()
  undo.defer(() => first.end())
  await dropIndexes(first, tables)
  await disableTriggers(first, tables)
  const sinks: CopySink[] = []
  const clients = undo.move()
  return {
    async open(table, columns) {
      const client = await connection()
      clients.defer(() => client.end())
      const sink = await CopySink.open(client, table, columns)
      sinks.push(sink)
      return sink
    },
    async endTables() {
      for (const sink of sinks.splice(0)) await sink.end()
    },
    async restore(say) {
      await restoreIndexes(connectionString, { say })
      await enableTriggers(first, tables)
      say('counting for the planner')
      for (const table of tables) await first.query(`analyze ${table}`)
    },
    [Symbol.asyncDispose]: () => clients.disposeAsync(),
  }
}
