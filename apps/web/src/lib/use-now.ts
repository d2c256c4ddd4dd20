import { createStore, useStore } from './store.ts'

const TICK_MS = 10_000
const clock = createStore<number | null>(null)
let readers = 0
let timer: ReturnType<typeof setInterval> | undefined

const tickingClock = {
  ...clock,
  subscribe(listener: () => void) {
    const leave = clock.subscribe(listener)
    if (readers++ === 0) {
      clock.set(Date.now())
      timer = setInterval(() => clock.set(Date.now()), TICK_MS)
    }
    return () => {
      leave()
      if (--readers === 0) clearInterval(timer)
    }
  },
}

/** The time in milliseconds, moving on every ten seconds; null on the server and until hydration, so that both agree. */
export function useNow(): number | null {
  return useStore(tickingClock)
}
