import { createStore, type Store, useStore } from './store.ts'

/** How often a clock moves on, in milliseconds. */
export type TickMs = 1_000 | 10_000 | 60_000

const clocks = new Map<TickMs, Store<number | null>>()

/** One timer for all readers of a clock, while there are any. */
function clockOf(tickMs: TickMs): Store<number | null> {
  const made = clocks.get(tickMs) ?? createTickingClock(tickMs)
  clocks.set(tickMs, made)
  return made
}

function createTickingClock(tickMs: TickMs): Store<number | null> {
  const clock = createStore<number | null>(null)
  let readers = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    ...clock,
    subscribe(listener) {
      const leave = clock.subscribe(listener)
      if (readers++ === 0) {
        clock.set(Date.now())
        timer = setInterval(() => clock.set(Date.now()), tickMs)
      }
      return () => {
        leave()
        if (--readers === 0) clearInterval(timer)
      }
    },
  }
}

/** The time in milliseconds, moving on by ticks; null on the server and until hydration, so that both agree. */
export function useNow(tickMs: TickMs = 10_000): number | null {
  return useStore(clockOf(tickMs))
}
