import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { byOwnClock } from './by-own-clock.ts'

it.each([-3_600_000, 0, 3_600_000])(
  'what a server loaded is refetched once it is stale, on a device whose clock differs by %i ms',
  async (differenceMs) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const client = new QueryClient()
    let reads = 0
    const query = new QueryObserver(client, {
      queryKey: ['a'],
      initialData: 0,
      initialDataUpdatedAt: byOwnClock(Date.now() + differenceMs),
      staleTime: 20,
      queryFn: () => {
        reads += 1
        return reads
      },
    })
    await vi.advanceTimersByTimeAsync(40)
    const stop = query.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toBe(1)
    stop()
    client.clear()
  },
)
