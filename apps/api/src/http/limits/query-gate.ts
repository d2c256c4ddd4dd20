import { MarketError } from '@opal/domain/errors'
import PQueue from 'p-queue'

/** So many questions wait already that one more would wait too long. */
export class QueriesBusyError extends MarketError {
  override readonly code = 'overloaded'
  override readonly retryable = true
  constructor() {
    super('The server is busy. Try again in a moment.')
  }
}

/** Lets questions through in their order. @throws QueriesBusyError */
export type QueryGate = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>

/**
 * Makes a gate for questions whose cost their askers choose: however many are asked, and however dear, they leave most
 * connections to the store to everybody else.
 */
export function createQueryGate(atOnce: number, mostWaiting: number): QueryGate {
  const queue = new PQueue({ concurrency: atOnce })
  return async (ask) => {
    if (queue.size >= mostWaiting) throw new QueriesBusyError()
    return queue.add(ask)
  }
}
