import { CompiledQuery, sql } from 'kysely'
import type { Database, DatabaseTransaction } from './connection.ts'
import { type Executor, pipelined } from './pipelining.ts'

/** Statements whose results are not needed: the commit is sent right after them. */
export type LastStatements = readonly Promise<unknown>[]

/**
 * Runs a transaction without round trips for BEGIN and COMMIT: they are sent with the first and the last statements.
 * @param work sends statements as in `pipelined`, and resolves with the last ones.
 * @throws the first error of any statement; the transaction is rolled back then, and later statements are refused.
 */
export async function inTransaction(
  db: Database,
  work: (db: Executor) => Promise<{ readonly last: LastStatements }>,
): Promise<void> {
  await pipelined(db, async (connection) => {
    const statements = guarded(connection)
    const send = (word: string) => connection.getExecutor().executeQuery(CompiledQuery.raw(word))
    const begun = send('begin')
    begun.catch(() => undefined)
    try {
      const { last } = await work(statements.db)
      statements.end()
      await Promise.all([begun, ...last, send('commit')])
    } catch (error) {
      // Statements queued together with the failed one must not run after the rollback.
      statements.end()
      // A broken connection has rolled back already.
      await send('rollback').catch(() => undefined)
      throw statements.causeOf(error)
    }
  })
}

/** Statements of a transaction, or of a part of it. */
interface GuardedStatements {
  readonly db: Executor
  /** Refuses later statements. */
  end(): void
  /** Returns the error of the statement that failed first: the server skips those behind it. */
  causeOf(error: unknown): unknown
}

function guarded(db: Executor): GuardedStatements {
  let isOver = false
  let first: unknown
  const executor = db.getExecutor()
  const guardedExecutor = executor.withConnectionProvider({
    provideConnection: (use) => {
      if (isOver) throw new Error('The transaction of this statement is over.')
      const doing = executor.provideConnection(use)
      doing.catch((error: unknown) => {
        if (!isSkipped(error)) first ??= error
      })
      return doing
    },
  })
  return {
    db: { getExecutor: () => guardedExecutor },
    end: () => {
      isOver = true
    },
    causeOf: (error) => (isSkipped(error) ? (first ?? error) : error),
  }
}

/**
 * Runs statements inside a transaction of the caller's, as in `pipelined`.
 * @throws the first error of any statement; later statements are refused.
 */
export async function withinTransaction(
  db: DatabaseTransaction,
  work: (db: Executor) => Promise<LastStatements>,
): Promise<void> {
  await pipelined(db, async (connection) => {
    const statements = guarded(connection)
    try {
      await Promise.all(await work(statements.db))
    } catch (error) {
      throw statements.causeOf(error)
    } finally {
      statements.end()
    }
  })
}

/**
 * Runs a part of a transaction whose failure undoes that part alone. Kysely's own savepoints are for transactions that the caller commits
 * and rolls back by hand, and leave undoing a part to the caller as well.
 * @throws what the work throws
 */
export async function inSavepoint<Result>(db: DatabaseTransaction, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(db)
    return result
  } catch (error) {
    // A broken connection has rolled back everything already.
    await sql`rollback to savepoint part`.execute(db).catch(() => undefined)
    // A rollback keeps the savepoint open: thousands of failures would nest theirs.
    await sql`release savepoint part`.execute(db).catch(() => undefined)
    throw error
  }
}

/** Returns whether the server skipped a statement behind one that failed: SQLSTATE in_failed_sql_transaction. */
export function isSkipped(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
}
