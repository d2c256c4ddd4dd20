import type { LiveMessage } from '@opal/contract/live'

/** Time after a delivery in which further messages wait to be delivered together, milliseconds. */
const GATHER_MS = 100

/** Delivers live messages in their order. */
export interface GatheredMessages extends Disposable {
  add(message: LiveMessage): void
}

/**
 * Delivers a message immediately where there was none for a while, and those that follow it together: React renders once for all that
 * changes in one task. One transaction may change the bids on a thousand collections, of which each is a message.
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
