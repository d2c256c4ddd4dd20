import pg from 'pg'
import type { Columns, Table } from '../tables/table.ts'
import { CopySink } from './copy-sink.ts'
import { restoreIndexes, setAsideIndexes } from './indexes.ts'
import { sleepTriggers, wakeTriggers } from './triggers.ts'

/**
 * Fills tables with many millions of rows: without their indexes, which are made again at the end, and without their
 * triggers. Nobody else may work with the tables meanwhile. What they held before is gone.
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
  const connection = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString, application_name: 'opal-bulk' })
    await client.connect()
    client.on('error', () => undefined)
    return client
  }
  const first = await connection()
  undo.defer(() => first.end())
  await setAsideIndexes(first, tables)
  await sleepTriggers(first, tables)
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
      await restoreIndexes(connectionString, say)
      await wakeTriggers(first, tables)
      say('counting for the planner')
      for (const table of tables) await first.query(`analyze ${table}`)
    },
    [Symbol.asyncDispose]: () => clients.disposeAsync(),
  }
}
