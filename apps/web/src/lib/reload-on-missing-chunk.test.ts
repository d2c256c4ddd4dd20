import { expect, it, vi } from 'vitest'
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts'

// @feature shell.chunk-reload
it('loads the page anew once, and again only after sixty seconds', () => {
  const stored = new Map<string, string>()
  const reload = vi.fn()
  const target = Object.assign(new EventTarget(), {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    location: { reload },
  }) as unknown as Window
  const fail = () => target.dispatchEvent(new Event('vite:preloadError'))
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  try {
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
  } finally {
    vi.useRealTimers()
  }
})
