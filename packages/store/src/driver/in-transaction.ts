import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Database } from '../connect.ts'
import { pipelined, type Statements } from './pipelined.ts'

/** Statements that nobody needs the results of: the commit goes out behind them. */
export type LastStatements = readonly Promise<unknown>[]

/**
 * A transaction that spares waiting: its begin goes out with the first statements, its commit with the last.
 * @param work begins statements as in `pipelined`, and resolves with those that it has begun last.
 * @throws what any statement met; nothing is kept then, and nothing that was still to be begun is executed.
 */
export async function inTransaction(
  db: Database,
  work: (at: Statements) => Promise<{ readonly last: LastStatements }>,
): Promise<void> {
  await pipelined(db, async (at) => {
    let isOver = false
    let first: unknown
    const executor = at.getExecutor()
    const guarded = executor.withConnectionProvider({
      provideConnection: (use) => {
        if (isOver) throw new Error('The transaction of this statement is over.')
        const doing = executor.provideConnection(use)
        // Of several that fail the first says why; the server passes over what stands behind it.
        doing.catch((error: unknown) => {
          if (!isPassedOver(error)) first ??= error
        })
        return doing
      },
    })
    const say = (word: string) => executor.executeQuery(CompiledQuery.raw(word))
    const begun = say('begin')
    begun.catch(() => undefined)
    try {
      const { last } = await work({ getExecutor: () => guarded })
      isOver = true
      await Promise.all([begun, ...last, say('commit')])
    } catch (error) {
      // What goes on beside the statement that failed must not be executed after the rollback.
      isOver = true
      // In one packet with what was begun just now the server would pass over this too.
      await nextTurn()
      // A broken connection has rolled back already.
      await say('rollback').catch(() => undefined)
      throw isPassedOver(error) ? (first ?? error) : error
    }
  })
}

/** SQLSTATE in_failed_sql_transaction. */
function isPassedOver(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
}
