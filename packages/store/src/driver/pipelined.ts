import type { QueryExecutorProvider } from 'kysely'
import type { Database } from '../connect.ts'

/** Executes statements: a database, a transaction, or the inside of {@link pipelined}. */
export type Statements = QueryExecutorProvider

/**
 * Sends statements of one connection without waiting for the answers to those before them. The server executes them in the order in
 * which they are sent. A batch is a few dozen small statements, and most of its time would be spent waiting.
 * @param work sends statements, and awaits only what it needs to send others; it never uses `db` itself.
 * @example await pipelined(db, (at) => Promise.all([writeRows(at, sales, …), sql`select …`.execute(at)]))
 */
export async function pipelined<Result>(db: Database, work: (at: Statements) => Promise<Result>): Promise<Result> {
  const executor = db.getExecutor()
  return executor.provideConnection((connection) => {
    const unqueued = executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
    return work({ getExecutor: () => unqueued })
  })
}
