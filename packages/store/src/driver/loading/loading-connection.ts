import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../schema/tables.ts'
import { type Database, TYPE_PARSERS, WRITER_PLANS } from '../connection.ts'
import { KEEP_ALIVE } from '../open-client.ts'
import type { Executor, LoadRows } from '../pipelining.ts'
import { isSkipped } from '../transactions.ts'
import { copyRows } from './binary-copy.ts'

/** Executes statements on a connection that loads rows. */
export interface LoadingExecutor extends Executor {
  readonly load: LoadRows
}

/** A dedicated connection that loads rows by COPY. */
export interface LoadingConnection extends AsyncDisposable {
  readonly db: Database
  /** Runs work in a transaction that inserts new rows by COPY. @throws the error of the statement that failed first */
  transaction<Result>(work: (db: LoadingExecutor) => Promise<Result>): Promise<Result>
}

/**
 * Asynchronous commit: rows lost in a power failure are loaded again, or a later synchronous commit covers them.
 */
const SETTINGS = `-c synchronous_commit=off ${WRITER_PLANS}`

/** Names of loading connections in `pg_stat_activity`. */
const LOADERS = ['opal-raw', 'opal-derive'] as const

/** Opens a connection for loading. @param applicationName shown in `pg_stat_activity`. @param settings of the session, as `-c name=value`. */
export async function openLoadingConnection(
  connectionString: string,
  applicationName: (typeof LOADERS)[number],
  settings = '',
): Promise<LoadingConnection> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationName,
    options: `${SETTINGS} ${settings}`,
    types: TYPE_PARSERS,
    ...KEEP_ALIVE,
  })
  // A broken connection rejects the pending statement.
  client.on('error', () => undefined)
  await client.connect()
  // The server accepts no other statement during COPY.
  const takeTurn = takeTurns()
  let cause: unknown = null
  const inTurn = <Result>(call: () => Promise<Result>): Promise<Result> =>
    takeTurn(async () => {
      try {
        return await call()
      } catch (error) {
        if (!isSkipped(error)) cause ??= error
        throw error
      }
    })
  const db = databaseOn((text, values) => inTurn(() => client.query(text, values)))
  const loading: LoadingExecutor = {
    getExecutor: () => db.getExecutor(),
    load: (table, rows) => inTurn(() => copyRows(client, table, rows)),
  }
  const send = (word: string) => inTurn(() => client.query(word))
  return {
    db,
    async transaction(work) {
      cause = null
      await send('begin')
      try {
        const result = await work(loading)
        await send('commit')
        return result
      } catch (error) {
        const first = isSkipped(error) ? (cause ?? error) : error
        // A broken connection has rolled back already.
        await send('rollback').catch(() => undefined)
        throw first
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** Longest wait for the end of a connection, milliseconds. */
const END_MS = 10_000

/**
 * Ends the loading connections of a process that has lost the lease, for the one that holds it now. Losing the lease closes only the lease's own
 * connection: a process that froze, or was killed during a long statement, would keep its locks on the rows that it was loading.
 */
export async function endFormerLoads(db: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid, ${END_MS}) from pg_stat_activity
    where application_name = any(${LOADERS}) and datname = current_database() and usename = current_user`.execute(db)
}

/** Returns a function that runs calls one after the other. */
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
