import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRecovery } from './create-recovery.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The waits themselves, neither longer nor shorter.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Something that is missing until it is said to be there. */
function missing() {
  const state = { isMissing: true, asked: 0, fails: false }
  const recovery = createRecovery({
    isMissing: () => state.isMissing,
    ask: async () => {
      state.asked += 1
      if (state.fails) throw new Error('not there')
    },
  })
  return { state, recovery }
}

// @feature outage.api
it('retries after 2, 4, 8 seconds and so on, at least once a minute, and stops when nothing has failed', async () => {
  const { state, recovery } = missing()
  recovery.look()
  for (const wait of [2, 4, 8, 16, 32, 60, 60]) {
    const before = state.asked
    await vi.advanceTimersByTimeAsync(wait * 1000 - 1)
    expect(state.asked).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(state.asked).toBe(before + 1)
  }
  state.isMissing = false
  recovery.look()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(state.asked).toBe(7)
  state.isMissing = true
  recovery.look()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state.asked).toBe(8)
})

it('continues after a failed attempt, retries immediately on request, and runs one attempt at a time', async () => {
  const { state, recovery } = missing()
  state.fails = true
  recovery.look()
  recovery.look()
  recovery.hurry()
  recovery.hurry()
  await vi.advanceTimersByTimeAsync(0)
  expect(state.asked).toBe(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(state.asked).toBe(2)
  state.isMissing = false
  recovery.hurry()
  expect(state.asked).toBe(2)
})

it('sends nothing after it was stopped, also during an attempt', async () => {
  const { state, recovery } = missing()
  recovery.hurry()
  recovery.stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(state.asked).toBe(1)
})
