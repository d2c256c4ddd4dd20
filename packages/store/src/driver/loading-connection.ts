import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '../schema/tables.ts'
import { copyRows } from './binary-copy.ts'
import { type Database, TYPE_PARSERS, WRITER_PLANS } from './connection.ts'
import type { Executor, LoadRows } from './pipelining.ts'

/** Executes statements of a connection that loads rows. */
export interface LoadingExecutor extends Executor {
  readonly load: LoadRows
}

/** A connection of its own that loads rows by COPY. */
export interface LoadingConnection extends AsyncDisposable {
  readonly db: Database
  /** Runs work in a transaction, whose rows are inserted by COPY where they are new. */
  transaction<Result>(work: (db: LoadingExecutor) => Promise<Result>): Promise<Result>
}

/**
 * A commit need not wait for the disk: what a power failure takes is loaded again, or followed by a commit that waits for both.
 */
const SETTINGS = `-c synchronous_commit=off ${WRITER_PLANS}`

/** Opens a connection for loading. @param applicationName shown in `pg_stat_activity`. */
export async function openLoadingConnection(
  connectionString: string,
  applicationName: string,
): Promise<LoadingConnection> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationName,
    options: SETTINGS,
    types: TYPE_PARSERS,
  })
  // A broken connection fails the statement that waits for it.
  client.on('error', () => undefined)
  await client.connect()
  // The server takes no other statement while rows are copied to it.
  const inTurn = takeTurns()
  const db = databaseOn((text, values) => inTurn(() => client.query(text, values)))
  const loading: LoadingExecutor = {
    getExecutor: () => db.getExecutor(),
    load: (table, rows) => inTurn(() => copyRows(client, table, rows)),
  }
  const send = (word: string) => inTurn(() => client.query(word))
  return {
    db,
    async transaction(work) {
      await send('begin')
      try {
        const result = await work(loading)
        await send('commit')
        return result
      } catch (error) {
        // A broken connection has rolled back already.
        await send('rollback').catch(() => undefined)
        throw error
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** Returns a function that runs each call when those before it are over. */
export function takeTurns(): <Result>(call: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (call) => {
    const mine = last.then(call, call)
    last = mine
    return mine
  }
}

/** Returns typed queries on one connection. */
function databaseOn(query: (text: string, values: unknown[]) => Promise<pg.QueryResult>): Database {
  const connection = { query, release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}
