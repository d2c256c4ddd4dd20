// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useKeptPlace } from './use-kept-place.ts'

let height = 0
let place = 0
let grown: () => void = () => undefined

/** The page gets another size; what stood before the reader moves to `to`. */
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
      constructor(told: () => void) {
        grown = told
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
  useKeptPlace()
  return <Outlet />
}

/** Somebody scrolls a long page, goes to another, and back when the first is short yet. */
async function goBack(): Promise<void> {
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
  render(<RouterProvider router={router} />)
  place = 1_200
  fireEvent.scroll(window)
  await act(() => router.navigate('/other'))
  place = 0
  height = 900
  await act(() => router.navigate(-1))
  screen.getByText('long')
}

// @feature route.back
it('holds the place of before as soon as the page is long enough again, until it has settled', async () => {
  await goBack()
  grow(1_000, 200)
  expect(place).toBe(200)
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
it('leaves a reader alone who has gone on meanwhile', async () => {
  await goBack()
  fireEvent.wheel(window)
  grow(5_000, 300)
  expect(place).toBe(300)
})

// @feature route.back
it('waits no longer than five seconds for a page that stays short', async () => {
  await goBack()
  vi.advanceTimersByTime(5_000)
  grow(5_000, 300)
  expect(place).toBe(300)
})
