import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useScrollRestoration } from './scroll-restoration.ts'

// @vitest-environment happy-dom
let height = 0
let place = 0
let grown: () => void = () => undefined

/** Resizes the page; the browser moves the scroll position to `to`. */
function grow(next: number, to: number): void {
  height = next
  place = to
  grown()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height)
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => place)
  vi.spyOn(window, 'scrollTo').mockImplementation((_x: unknown, y?: number) => {
    place = y ?? 0
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        grown = callback
      }
      observe() {}
      disconnect() {
        grown = () => undefined
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Frame() {
  useScrollRestoration()
  return <Outlet />
}

/** Pages in one layout, the first of them open and long. */
function openPages() {
  const router = createMemoryRouter([
    {
      element: <Frame />,
      children: [
        { path: '/', element: <p>long</p> },
        { path: '/other', element: <p>other</p> },
      ],
    },
  ])
  height = 5_000
  place = 0
  render(<RouterProvider router={router} />)
  return router
}

/** Navigates to another page, and back while the first is still short. */
async function goAndComeBack(router: ReturnType<typeof openPages>): Promise<void> {
  await act(() => router.navigate('/other'))
  place = 0
  height = 900
  await act(() => router.navigate(-1))
  screen.getByText('long')
}

async function scrollAndComeBack(): Promise<void> {
  const router = openPages()
  place = 1_200
  fireEvent.scroll(window)
  await goAndComeBack(router)
}

/** Returns the largest scroll position of a page of this height. */
const deepest = (of: number) => of - window.innerHeight

// @feature route.back
it('restores the position as soon as the page is long enough, and holds it until the page has settled', async () => {
  await scrollAndComeBack()
  grow(5_000, 200)
  expect(place).toBe(1_200)
  grow(6_000, 1_408)
  expect(place).toBe(1_200)
  place = 1_300
  fireEvent.scroll(window)
  expect(place).toBe(1_200)
  vi.advanceTimersByTime(1_000)
  grow(7_000, 1_500)
  expect(place).toBe(1_500)
})

// @feature route.back
it('scrolls a page that is too short to its end, where its list loads more', async () => {
  await scrollAndComeBack()
  grow(1_000, 0)
  expect(place).toBe(deepest(1_000))
  vi.advanceTimersByTime(4_900)
  grow(1_500, 0)
  expect(place).toBe(deepest(1_500))
  vi.advanceTimersByTime(4_900)
  grow(5_000, deepest(1_500))
  expect(place).toBe(1_200)
})

// @feature route.back
it('restores the position of an entry that replaced a scrolled one', async () => {
  const router = openPages()
  place = 1_200
  fireEvent.scroll(window)
  await act(() => router.navigate('/?filter=1', { replace: true, preventScrollReset: true }))
  await goAndComeBack(router)
  grow(5_000, 200)
  expect(place).toBe(1_200)
})

// @feature route.back
it('does not store positions during the restoration', async () => {
  const router = openPages()
  place = 1_200
  fireEvent.scroll(window)
  await goAndComeBack(router)
  grow(1_000, 100)
  fireEvent.scroll(window)
  await goAndComeBack(router)
  grow(5_000, 100)
  expect(place).toBe(1_200)
})

// @feature route.back
it('stops when the user scrolls', async () => {
  await scrollAndComeBack()
  fireEvent.wheel(window)
  grow(5_000, 300)
  expect(place).toBe(300)
})

// @feature route.back
it('gives up after five seconds on a page that stays short', async () => {
  await scrollAndComeBack()
  grow(1_000, 0)
  vi.advanceTimersByTime(5_000)
  grow(5_000, 300)
  expect(place).toBe(300)
})
