import type { LiveMessage } from '@opal/contract/live'

/** Time after a delivery in which further messages wait to be delivered together, milliseconds. */
const GATHER_MS = 100

/** Delivers live messages in their order. */
export interface GatheredMessages extends Disposable {
  add(message: LiveMessage): void
}

/**
 * Delivers the first message after a pause immediately, and gathers those that follow: React renders once for all changes of one task, and one
 * transaction may change the bids on a thousand collections, with a message for each.
 */
export function gatherMessages(deliver: (message: LiveMessage) => void): GatheredMessages {
  let waiting: LiveMessage[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  const wait = (): void => {
    timer = setTimeout(deliverWaiting, GATHER_MS)
  }
  const deliverWaiting = (): void => {
    timer = null
    if (waiting.length === 0) return
    const gathered = waiting
    waiting = []
    wait()
    for (const message of gathered) deliver(message)
  }
  return {
    add(message) {
      if (timer !== null) return void waiting.push(message)
      wait()
      deliver(message)
    },
    [Symbol.dispose]: () => {
      if (timer !== null) clearTimeout(timer)
      waiting = []
    },
  }
}
