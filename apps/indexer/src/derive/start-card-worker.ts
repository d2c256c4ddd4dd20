import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '@opal/store/connect'
import { makeNextTokenCards } from '@opal/store/write/make-token-cards'
import type { Logger } from 'pino'

const IDLE_MS = 100
const AFTER_ERROR_MS = 5_000

/**
 * Makes the cards of queued tokens beside the pipeline. It rests as long as it worked: at most half of a connection and of a core is
 * spent on cards, and those that wait are looked up part by part meanwhile. Disposing waits for the cards in hand.
 */
export function startCardWorker(options: { readonly store: Store; readonly log: Logger }): AsyncDisposable {
  const stopping = new AbortController()
  const done = work(options, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

async function work({ store, log }: { readonly store: Store; readonly log: Logger }, signal: AbortSignal) {
  while (!signal.aborted) {
    const began = performance.now()
    try {
      const made = await makeNextTokenCards(store.db)
      await pause(made === 0 ? IDLE_MS : performance.now() - began, signal)
    } catch (error) {
      log.warn({ err: error }, 'making cards was interrupted')
      await pause(AFTER_ERROR_MS, signal)
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined)
}
