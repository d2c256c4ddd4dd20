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
    const executor = at.getExecutor()
    const guarded = executor.withConnectionProvider({
      provideConnection: (use) => {
        if (isOver) throw new Error('The transaction of this statement is over.')
        return executor.provideConnection(use)
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
      // A broken connection has rolled back already.
      await say('rollback').catch(() => undefined)
      throw error
    }
  })
}
