import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A window whose site answers, or fails. */
function openWindow({ onLine = true, isUp = true } = {}) {
  const stored = new Map<string, string>()
  const navigation = new EventTarget()
  /** Reloads unless a listener prevents it, as a browser does. */
  const reload = vi.fn(() => void (navigate() && loads()))
  const loads = vi.fn()
  const navigate = (navigationType = 'reload', userInitiated = false) =>
    navigation.dispatchEvent(
      Object.assign(new Event('navigate', { cancelable: true }), { navigationType, userInitiated }),
    )
  const site = { onLine, isUp }
  const target = Object.assign(new EventTarget(), {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    location: { reload },
    navigation,
    navigator: {
      get onLine() {
        return site.onLine
      },
    },
    fetch: vi.fn(async () => {
      if (!site.isUp) throw new TypeError('Failed to fetch')
      return new Response('{"status":"ok"}')
    }),
  })
  reloadOnMissingChunk(target as unknown as Window)
  const fail = async () => {
    target.dispatchEvent(new Event('vite:preloadError'))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { target, site, reload, loads, navigate, fail }
}

// @feature shell.chunk-reload
it('reloads the page once, and again only after sixty seconds', async () => {
  const { reload, fail } = openWindow()
  await fail()
  await fail()
  expect(reload).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(59_999)
  await fail()
  expect(reload).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  await fail()
  expect(reload).toHaveBeenCalledTimes(2)
})

it('waits while the browser is offline, and sends no request until it is online', async () => {
  const { target, site, reload, fail } = openWindow({ onLine: false })
  await fail()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(target.fetch).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
  site.onLine = true
  target.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reload).toHaveBeenCalledOnce()
})

it('keeps the page while the site is down, however many chunks are missing, and reloads once when it is back', async () => {
  const { site, reload, fail } = openWindow({ isUp: false })
  await fail()
  await fail()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(reload).not.toHaveBeenCalled()
  site.isUp = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reload).toHaveBeenCalledOnce()
})

// @feature shell.offline-stays
it('delays a reload by a script while the site cannot be reached, and none by the reader nor any other navigation', async () => {
  const { target, site, loads, navigate } = openWindow({ onLine: false })
  expect(navigate()).toBe(false)
  expect(navigate()).toBe(false)
  expect(navigate('reload', true)).toBe(true)
  expect(navigate('push')).toBe(true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(loads).not.toHaveBeenCalled()
  site.onLine = true
  target.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(loads).toHaveBeenCalledOnce()
})
