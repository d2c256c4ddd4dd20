import type { ParseTurn } from '@opal/chain/web/bounded-body'
import { atHalfTime } from '../../event-loop.ts'

/**
 * Creates turns in which large answers of a node are parsed one at a time, in the order of their arrival, each with a rest as long: together they take half of the
 * time of the process at most. No client has more of them waiting than it may have simulations run.
 */
export function createParseTurns(): ParseTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (parse) => {
    const turn = last.then(() => atHalfTime(parse))
    last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }
}
