import { CompiledQuery } from 'kysely'
import type { Database } from './connection.ts'
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
    let isOver = false
    let first: unknown
    const executor = connection.getExecutor()
    const guarded = executor.withConnectionProvider({
      provideConnection: (use) => {
        if (isOver) throw new Error('The transaction of this statement is over.')
        const doing = executor.provideConnection(use)
        // The first error names the cause; the server skips later statements.
        doing.catch((error: unknown) => {
          if (!isSkipped(error)) first ??= error
        })
        return doing
      },
    })
    const send = (word: string) => executor.executeQuery(CompiledQuery.raw(word))
    const begun = send('begin')
    begun.catch(() => undefined)
    try {
      const { last } = await work({ getExecutor: () => guarded })
      isOver = true
      await Promise.all([begun, ...last, send('commit')])
    } catch (error) {
      // Statements queued together with the failed one must not run after the rollback.
      isOver = true
      // A broken connection has rolled back already.
      await send('rollback').catch(() => undefined)
      throw isSkipped(error) ? (first ?? error) : error
    }
  })
}

/** SQLSTATE in_failed_sql_transaction. */
function isSkipped(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
}
