import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts'

function pageWith(reload: () => void) {
  const stored = new Map<string, string>()
  const navigator = { onLine: true }
  const target = Object.assign(new EventTarget(), {
    navigator,
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    location: { reload },
  }) as unknown as Window
  return { target, navigator, fail: () => target.dispatchEvent(new Event('vite:preloadError')) }
}

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

// @feature shell.chunk-reload
it('loads the page anew once, and again only after sixty seconds', () => {
  const reload = vi.fn()
  const { target, fail } = pageWith(reload)
  reloadOnMissingChunk(target)
  fail()
  fail()
  expect(reload).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(59_999)
  fail()
  expect(reload).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1)
  fail()
  expect(reload).toHaveBeenCalledTimes(2)
})

// @feature shell.chunk-reload
it('waits for the network where there is none', () => {
  const reload = vi.fn()
  const { target, navigator, fail } = pageWith(reload)
  reloadOnMissingChunk(target)
  navigator.onLine = false
  fail()
  expect(reload).not.toHaveBeenCalled()
  target.dispatchEvent(new Event('online'))
  target.dispatchEvent(new Event('online'))
  expect(reload).toHaveBeenCalledOnce()
})
