import type { QueryExecutorProvider } from 'kysely'
import type { Database } from '../connect.ts'

/** Where a statement can be executed: a database, a transaction, or the inside of {@link pipelined}. */
export type Statements = QueryExecutorProvider

/**
 * Sends statements of one connection one behind the other without waiting for answers: the server works while the next
 * one is on its way. They are executed in the order in which they are begun; a batch is a few dozen small statements, and
 * most of its time went into waiting for each other.
 * @param work begins statements, and awaits only what it needs to begin others; it never uses `db` itself.
 * @example await pipelined(db, (at) => Promise.all([writeRows(at, sales, …), sql`select …`.execute(at)]))
 */
export async function pipelined<Result>(db: Database, work: (at: Statements) => Promise<Result>): Promise<Result> {
  const executor = db.getExecutor()
  return executor.provideConnection((connection) => {
    const unqueued = executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
    return work({ getExecutor: () => unqueued })
  })
}
