// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refetchQueries, usePacedRefetch } from './use-paced-refetch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function show(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

// @feature shell.paced-refetch
it('refetches by the latest function, once the page is visible, and not after it is left', async () => {
  const refetch = vi.fn(async (_: string) => {})
  const { result, rerender, unmount } = renderHook(({ name }) => usePacedRefetch(() => refetch(name)), {
    initialProps: { name: 'first' },
  })
  result.current()
  rerender({ name: 'latest' })
  show('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refetch).not.toHaveBeenCalled()
  show('visible')
  await vi.advanceTimersByTimeAsync(1)
  expect(refetch.mock.calls).toEqual([['latest']])
  result.current()
  unmount()
  result.current()
  await vi.advanceTimersByTimeAsync(60_000)
  show('visible')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refetch).toHaveBeenCalledTimes(1)
})

/** A query that takes 100 ms, and what is shown of it. */
function openQuery(value: () => number) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const shown: number[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['market'],
    queryFn: async ({ signal }) => {
      const read = value()
      await new Promise((done) => setTimeout(done, 100))
      signal.throwIfAborted()
      return read
    },
  })
  observer.subscribe(({ data }) => {
    if (data !== undefined && shown.at(-1) !== data) shown.push(data)
  })
  return { client, shown }
}

// @feature shell.paced-refetch
it.each([
  ['the first fetch', 0],
  ['a later fetch', 1],
] as const)('shows what is newer than an event during %s', async (_, fetchesBefore) => {
  let market = 0
  const { client, shown } = openQuery(() => market)
  if (fetchesBefore > 0) {
    await vi.advanceTimersByTimeAsync(100)
    void client.refetchQueries()
  }
  await vi.advanceTimersByTimeAsync(50)
  market = 1
  const done = refetchQueries(client, { queryKey: ['market'] })
  await vi.advanceTimersByTimeAsync(1_000)
  await done
  expect(shown).toEqual([0, 1])
})

it('rejects when a shown query fails', async () => {
  let isReachable = true
  const { client, shown } = openQuery(() => {
    if (!isReachable) throw new Error('unreachable')
    return 1
  })
  await vi.advanceTimersByTimeAsync(100)
  isReachable = false
  const done = expect(refetchQueries(client, { queryKey: ['market'] })).rejects.toThrow('unreachable')
  await vi.advanceTimersByTimeAsync(1_000)
  await done
  expect(shown).toEqual([1])
})
