import { createStore, type Store, useStore } from './store.ts'

/** Interval of a clock, in milliseconds. */
export type TickMs = 1_000 | 10_000 | 60_000

const clocks = new Map<TickMs, Store<number | null>>()

/** Returns the shared clock of an interval. */
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

/** Returns the current time in milliseconds, updated every tick; null on the server and until hydration, so that both agree. */
export function useNow(tickMs: TickMs = 10_000): number | null {
  return useStore(clockOf(tickMs))
}
