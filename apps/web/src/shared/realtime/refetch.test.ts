import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refetchAfterChange } from './refetch.ts'

const KEY = ['token', '0x1']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A value of the market whose query takes so many milliseconds, and an observer that shows it. */
function figureReadIn(ms: number) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const market = { value: 0, readings: 0, isReachable: true }
  const shown: number[] = []
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      market.readings += 1
      const { value } = market
      await new Promise((done) => setTimeout(done, ms))
      signal.throwIfAborted()
      if (!market.isReachable) throw new Error('unreachable')
      return value
    },
  })
  const leave = observer.subscribe(({ data }) => {
    if (data !== undefined && shown.at(-1) !== data) shown.push(data)
  })
  const happen = () => {
    market.value += 1
    void refetchAfterChange(client, { queryKey: KEY })
  }
  return { market, shown, happen, leave }
}

// @feature shell.live-gap
it('shows a change within about a second, however fast others follow', async () => {
  const { shown, happen } = figureReadIn(400)
  await vi.advanceTimersByTimeAsync(400)
  for (let times = 0; times < 40; times += 1) {
    happen()
    await vi.advanceTimersByTimeAsync(100)
    if (times > 20) expect(times + 1 - (shown.at(-1) ?? 0)).toBeLessThanOrEqual(11)
  }
  await vi.advanceTimersByTimeAsync(800)
  expect(shown.at(-1)).toBe(40)
})

it('ignores an older response when a new fetch has started', async () => {
  const { market, shown, happen } = figureReadIn(100)
  await vi.advanceTimersByTimeAsync(100)
  happen()
  await vi.advanceTimersByTimeAsync(50)
  happen()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([shown, market.readings]).toEqual([[0, 2], 3])
})

it('fetches once after one change', async () => {
  const { market, shown, happen } = figureReadIn(100)
  await vi.advanceTimersByTimeAsync(100)
  happen()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([shown, market.readings]).toEqual([[0, 1], 2])
})

it('retries a failed query while it is shown', async () => {
  const { market, shown, happen, leave } = figureReadIn(100)
  await vi.advanceTimersByTimeAsync(100)
  market.isReachable = false
  happen()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown).toEqual([0])
  market.isReachable = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown).toEqual([0, 1])

  market.isReachable = false
  happen()
  await vi.advanceTimersByTimeAsync(1_000)
  leave()
  const { readings } = market
  await vi.advanceTimersByTimeAsync(120_000)
  expect(market.readings).toBe(readings)
})
