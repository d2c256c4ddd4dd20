import { showToast } from '@opal/ui/feedback/show-toast'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pagePostponed } from './page-failures.ts'
import { loadOnceUp, reloadIfUp, reloadOnMissingChunk, withoutReload } from './reload-on-missing-chunk.ts'

vi.mock(import('@opal/ui/feedback/show-toast'), () => ({ showToast: vi.fn(async () => () => {}) }))

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page whose chunk cannot be loaded: the router waits for it, but for the first. */
function pageNeverLoaded(path: string) {
  return path === '/' ? { path } : { path, lazy: () => new Promise<never>(() => {}) }
}

/** A window whose site answers, or fails. */
function openWindow({ onLine = true, isUp = true, stored = new Map<string, string>() } = {}) {
  const navigation = new EventTarget()
  /** Reloads unless a listener prevents it, as a browser does. */
  const reload = vi.fn(() => void (navigate() && loads()))
  const loads = vi.fn()
  const navigate = (navigationType = 'reload', userInitiated = false) =>
    navigation.dispatchEvent(
      Object.assign(new Event('navigate', { cancelable: true }), { navigationType, userInitiated }),
    )
  const site = { onLine, isUp }
  const assign = vi.fn()
  const router = createMemoryRouter(['/', '/activity', '/:wallet'].map(pageNeverLoaded))
  const target = Object.assign(new EventTarget(), {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    location: { reload, assign, origin: 'https://opal.example' },
    __reactRouterDataRouter: router,
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
  const fail = async (chunk = 'a.js', error = new TypeError(`Failed to fetch ${chunk}`)) => {
    target.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { target, site, reload, loads, assign, router, navigate, fail }
}

// @feature shell.chunk-reload
it('reloads the page once, and again only after sixty seconds', async () => {
  const { reload, fail } = openWindow()
  await fail()
  await fail()
  expect(reload).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(59_999)
  await fail('b.js')
  expect(reload).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  await fail('c.js')
  expect(reload).toHaveBeenCalledTimes(2)
})

// @feature shell.chunk-reload
it('does not reload for hours because of chunks that no reload brings back, however many and however often they are requested', async () => {
  const stored = new Map<string, string>()
  let reloads = 0
  // A page that requests its missing chunks again and again, as failed queries do, and starts again with each reload.
  for (let minute = 0; minute < 59; minute++) {
    const page = openWindow({ stored })
    for (const chunk of ['a.js', 'b.js', 'c.js']) await page.fail(chunk)
    reloads += page.reload.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(reloads).toBe(3)
})

it('does not reload where session storage is forbidden or its value is from somewhere else', async () => {
  const { target, reload, fail } = openWindow()
  const broken = openWindow({ stored: new Map([['opal:chunk-reloads', '{"a":']]) })
  await broken.fail()
  expect(broken.reload).toHaveBeenCalledOnce()
  target.sessionStorage.getItem = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  await fail()
  expect(reload).not.toHaveBeenCalled()
})

// @feature shell.missing-dialog
it.each([
  ['is away for a minute', 60_000, false],
  ['answers all the time', 0, false],
  ['lacks the part', 0, true],
])(
  'loads a part again once the site answers, and reloads only where it still fails: the site %s',
  async (_, awayMs, isMissing) => {
    const { target, site, reload } = openWindow({ onLine: awayMs === 0, isUp: awayMs === 0 })
    let isFirst = true
    const load = async () => {
      if (!isFirst && !isMissing) return 'part'
      isFirst = false
      const error = new TypeError('Failed to fetch part.js')
      target.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
      throw error
    }
    const loaded = loadOnceUp(load, target as unknown as Window, new AbortController().signal).catch(() => 'nothing')
    await vi.advanceTimersByTimeAsync(awayMs)
    expect(reload).not.toHaveBeenCalled()
    Object.assign(site, { onLine: true, isUp: true })
    target.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await loaded).toBe(isMissing ? 'nothing' : 'part')
    expect(reload).toHaveBeenCalledTimes(isMissing ? 1 : 0)
  },
)

// @feature shell.missing-dialog
it('does not reload because of a part that is shown as missing in its place, and does so on request while the site answers', async () => {
  const { target, site, reload, fail } = openWindow()
  const error = new TypeError('Failed to fetch dialog.js')
  const failing = fail('', error)
  withoutReload(error)
  await failing
  expect(reload).not.toHaveBeenCalled()
  site.isUp = false
  expect(await reloadIfUp(target as unknown as Window)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  site.isUp = true
  expect(await reloadIfUp(target as unknown as Window)).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
})

// @feature shell.chunk-reload
it('replaces the second reload of a page whose chunk is missing by a message', async () => {
  const { loads, navigate } = openWindow()
  navigate()
  await vi.advanceTimersByTimeAsync(0)
  expect([loads.mock.calls.length, vi.mocked(showToast).mock.calls.length]).toEqual([1, 0])
  for (let press = 0; press < 3; press++) {
    expect(navigate()).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect(loads).toHaveBeenCalledOnce()
  expect(showToast).toHaveBeenCalledTimes(3)
  expect(showToast).toHaveBeenLastCalledWith(expect.stringContaining('couldn’t be loaded'), 'error')
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

// @feature shell.offline-page
describe('a page that is chosen while the site cannot be reached', () => {
  it.each([
    ['offline', { onLine: false }, /You’re offline\. Check your connection/],
    ['while the site is down', { isUp: false }, /The site can’t be reached/],
  ])('opens once the site answers, and is announced, %s', async (_, state, message) => {
    const { target, site, router, navigate, loads, assign } = openWindow(state)
    void router.navigate('/activity')
    navigate()
    await vi.advanceTimersByTimeAsync(0)
    expect(pagePostponed.get()).toBe(true)
    expect(showToast).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(message), 'error')
    // The router does not ask for the chunk again: it reloads nothing by itself. The last page counts.
    await router.navigate('/')
    expect(pagePostponed.get()).toBe(false)
    void router.navigate('/0x1?tab=bids#top')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(showToast).toHaveBeenCalledTimes(2)
    expect(assign).not.toHaveBeenCalled()
    Object.assign(site, { onLine: true, isUp: true })
    target.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(assign).toHaveBeenCalledExactlyOnceWith('https://opal.example/0x1?tab=bids#top')
    expect([loads.mock.calls.length, pagePostponed.get()]).toEqual([0, false])
  })

  it('is left out where the reader has gone back: the page on the screen is loaded again, for its router waits for the chunk', async () => {
    const { target, site, router, navigate, loads, assign } = openWindow({ onLine: false })
    void router.navigate('/activity')
    navigate()
    await vi.advanceTimersByTimeAsync(0)
    await router.navigate('/')
    site.onLine = true
    target.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect([assign.mock.calls.length, loads.mock.calls.length]).toEqual([0, 1])
  })
})
