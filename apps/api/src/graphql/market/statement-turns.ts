import { MARKET_LIMITS } from './market-limits.ts'

interface Turns {
  last: Promise<unknown>
  readonly untilMs: number
}

/** The time of an operation is up; its remaining statements are not run. */
export class OperationEndedError extends Error {
  override readonly name = 'OperationEndedError'
}

/**
 * Creates a function that runs the statements of each operation one after the other, and none once its time is up. By default each field at the root
 * of an operation takes a connection at once: a hundred slow ones would hold all connections of the pool, which all calls share.
 * @param now milliseconds.
 */
export function createStatementTurns(
  now: () => number = () => performance.now(),
): <Result>(operation: object, statement: () => Promise<Result>) => Promise<Result> {
  const operations = new WeakMap<object, Turns>()
  return (operation, statement) => {
    const turns = operations.get(operation) ?? {
      last: Promise.resolve(),
      untilMs: now() + MARKET_LIMITS.milliseconds,
    }
    operations.set(operation, turns)
    const run = () => {
      if (now() >= turns.untilMs) throw new OperationEndedError('The operation took too long. Ask for less.')
      return statement()
    }
    const own = turns.last.then(run, run)
    turns.last = own
    return own
  }
}
