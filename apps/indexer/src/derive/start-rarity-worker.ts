import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '@opal/store/connect'
import { refreshNextRarity } from '@opal/store/write/refresh-rarity'
import type { Logger } from 'pino'

const IDLE_MS = 500
const AFTER_ERROR_MS = 5_000
/** Rests this many times as long as it worked: at most a fifth of a core and of a connection is spent on ranks. */
const REST = 4

/** Ranks queued collections beside the pipeline, one at a time. Disposing waits for the one in hand. */
export function startRarityWorker(options: { readonly store: Store; readonly log: Logger }): AsyncDisposable {
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
      const ranked = await refreshNextRarity(store.db)
      await pause(ranked === null ? IDLE_MS : REST * (performance.now() - began), signal)
    } catch (error) {
      log.warn({ err: error }, 'ranking was interrupted')
      await pause(AFTER_ERROR_MS, signal)
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined)
}
