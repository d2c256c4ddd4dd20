import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { copyBytes, type TableBytes } from '../../driver/loading/binary-copy.ts'
import { openClient } from '../../driver/open-client.ts'

/** Reads whole tables into memory; what the database fills in by itself is left out. */
export async function readTableBytes(
  connectionString: string,
  tables: readonly string[],
): Promise<readonly TableBytes[]> {
  return withClient(connectionString, async (client) => {
    const read: TableBytes[] = []
    for (const table of tables) {
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(format('%I', attname), ', ' order by attnum) as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
        [table],
      )
      const columns = rows[0]?.columns ?? ''
      const bytes = await buffer(client.query(to(`copy ${table} (${columns}) to stdout with (format binary)`)))
      read.push({ table, columns, bytes })
    }
    return read
  })
}

/** Puts the same rows into tables in one transaction, without their triggers: the least that a write of them can be. */
export async function writeTableBytes(connectionString: string, tables: readonly TableBytes[]): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query('begin; set local session_replication_role = replica')
    for (const rows of tables) {
      // A migration may have put rows there.
      await client.query(`delete from ${rows.table}`)
      await copyBytes(client, rows)
    }
    await client.query('commit')
  })
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(connectionString, 'opal-bulk')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
