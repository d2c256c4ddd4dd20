import { showToast } from '@opal/ui/feedback/show-toast'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pagePostponed } from '../failures/page-failures.ts'
import { holdPageData } from './hold-page-data.ts'

vi.mock(import('@opal/ui/feedback/show-toast'), () => ({ showToast: vi.fn(async () => () => {}) }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

/** A window whose router loads each page but the first from `path.data`, as the site's does. */
function openWindow() {
  const site = { onLine: false, isUp: false, fails: new TypeError('Failed to fetch') as Error }
  const send = vi.fn(async (url: RequestInfo | URL, _init?: RequestInit) => {
    if (String(url) === '/healthz' ? site.isUp : site.isUp && site.onLine) return new Response('{}')
    throw site.fails
  })
  const load = async ({ request }: { request: Request }) => {
    const { pathname } = new URL(request.url)
    return (await target.fetch(`${pathname}.data`, { signal: request.signal })).status
  }
  const router = createMemoryRouter([
    { path: '/' },
    ...['/activity', '/airdrop'].map((path) => ({ path, loader: load })),
  ])
  const target = Object.assign(new EventTarget(), {
    location: { origin: 'https://opal.example' },
    __reactRouterDataRouter: router,
    navigator: {
      get onLine() {
        return site.onLine
      },
    },
    fetch: send as typeof fetch,
  })
  holdPageData(target as unknown as Window)
  const back = async () => {
    Object.assign(site, { onLine: true, isUp: true })
    target.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { site, send, router, target, back }
}

// @feature shell.offline-page, shell.offline-stays
it.each([
  [false, 'You’re offline'],
  [true, 'The site can’t be reached'],
])(
  'a page whose data cannot be fetched leaves the present one, says so, and opens by itself: online %s',
  async (onLine, words) => {
    const { site, router, back } = openWindow()
    site.onLine = onLine
    void router.navigate('/activity')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(router.state.location.pathname).toBe('/')
    expect(router.state.errors).toBeNull()
    expect(showToast).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(words), 'error')
    expect(pagePostponed.get()).toBe(true)
    await back()
    expect([router.state.location.pathname, router.state.errors, pagePostponed.get()]).toEqual([
      '/activity',
      null,
      false,
    ])
  },
)

// @feature shell.offline-page
it('the last of several pages that are chosen offline opens, each with its message', async () => {
  const { router, send, back } = openWindow()
  void router.navigate('/activity')
  await vi.advanceTimersByTimeAsync(10_000)
  void router.navigate('/airdrop')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(showToast).toHaveBeenCalledTimes(2)
  await back()
  expect(router.state.location.pathname).toBe('/airdrop')
  const asked = send.mock.calls.map(([url]) => String(url)).filter((url) => url !== '/healthz')
  expect(asked).toEqual(['/activity.data', '/airdrop.data', '/airdrop.data'])
})

// @feature shell.offline-page
it('the reader can stay on the page where he is', async () => {
  const { router, back } = openWindow()
  void router.navigate('/activity')
  await vi.advanceTimersByTimeAsync(0)
  await router.navigate('/')
  await vi.advanceTimersByTimeAsync(0)
  expect(pagePostponed.get()).toBe(false)
  await back()
  expect(router.state.location.pathname).toBe('/')
})

// @feature route.error
it('a request that fails although the site answers, or fails otherwise, ends in the error page', async () => {
  const { site, send, target } = openWindow()
  Object.assign(site, { isUp: true, onLine: true })
  send.mockImplementation(async (url) => {
    if (String(url) === '/healthz') return new Response('{}')
    throw site.fails
  })
  const failed = expect(target.fetch('/activity.data')).rejects.toBe(site.fails)
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  site.fails = new DOMException('over', 'AbortError')
  await expect(target.fetch('/activity.data')).rejects.toBe(site.fails)
})

it.each(['/api/collections', 'https://other.example/activity.data'])('%s is left alone', async (url) => {
  const { site, target } = openWindow()
  await expect(target.fetch(url)).rejects.toBe(site.fails)
  expect(showToast).not.toHaveBeenCalled()
})

it('a call that writes is never sent twice', async () => {
  const { site, target } = openWindow()
  await expect(target.fetch('/activity.data', { method: 'POST' })).rejects.toBe(site.fails)
})
