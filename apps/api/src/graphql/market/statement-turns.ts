/** Time that an operation may take, milliseconds. */
export interface TimeBudget {
  /** From its first statement on. */
  readonly operationMs: number
  readonly statementMs: number
}

interface Turns extends TimeBudget {
  last: Promise<unknown>
  /** Null until its first statement. */
  untilMs: number | null
}

/** The time of an operation is up; its remaining statements are not run. */
export class OperationEndedError extends Error {
  override readonly name = 'OperationEndedError'
}

/** Turns of the statements of operations. */
export interface StatementTurns {
  /** Starts an operation, by an object that is its own. */
  begin(operation: object, budget: TimeBudget): void
  /** Runs a statement of an operation in its turn, with the milliseconds that it may take. @throws OperationEndedError once the time is up */
  run<Result>(operation: object, statement: (milliseconds: number) => Promise<Result>): Promise<Result>
}

/**
 * Creates turns that run the statements of each operation one after the other, and none once its time is up. By default each field at the root
 * of an operation takes a connection at once: a hundred slow ones would hold all connections of the pool, which all calls share.
 * @param now milliseconds.
 */
export function createStatementTurns(now: () => number = () => performance.now()): StatementTurns {
  const operations = new WeakMap<object, Turns>()
  return {
    begin(operation, budget) {
      operations.set(operation, { ...budget, last: Promise.resolve(), untilMs: null })
    },
    run(operation, statement) {
      const turns = operations.get(operation)
      if (turns === undefined) throw new TypeError('A statement is of no operation that has begun.')
      const run = () => {
        turns.untilMs ??= now() + turns.operationMs
        const leftMs = Math.ceil(turns.untilMs - now())
        if (leftMs <= 0) throw new OperationEndedError('The operation took too long. Ask for less.')
        return statement(Math.min(leftMs, turns.statementMs))
      }
      const own = turns.last.then(run, run)
      turns.last = own
      return own
    },
  }
}
