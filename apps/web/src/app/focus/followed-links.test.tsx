// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, Link, Outlet, RouterProvider, useLocation, useNavigate } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import PageFocus from './page-focus.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ROWS = ['1', '2', '3']

/** A card and rows that lead to the same pages; the rows come later. */
function Ranking() {
  const [isLoaded, setLoaded] = useState(false)
  const navigate = useNavigate()
  return (
    <main>
      <Link to="/page/2" data-card-link="">
        Card 2
      </Link>
      <button type="button" onClick={() => setLoaded(true)}>
        Load
      </button>
      <button type="button" onClick={() => navigate('/page/1')}>
        Palette
      </button>
      {isLoaded &&
        ROWS.map((row) => (
          <Link key={row} to={`/page/${row}`} data-row-link="">
            Row {row}
          </Link>
        ))}
    </main>
  )
}

/** Opens the ranking, and follows one of its links or presses a button. */
async function leaveBy(name: string) {
  const router = createMemoryRouter([
    {
      element: (
        <>
          <Outlet />
          <PageFocus />
        </>
      ),
      children: [
        { path: '/', element: <Ranking /> },
        { path: '/page/:id', element: <Page /> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  load()
  await act(async () => {
    screen.getByText(name).focus()
    fireEvent.click(screen.getByText(name))
  })
  screen.getByText('A page')
  expect(document.activeElement).toBe(document.body)
  return router
}

function Page() {
  return <h1 data-at={useLocation().pathname}>A page</h1>
}

const load = () => fireEvent.click(screen.getByText('Load'))
const focused = () => document.activeElement?.textContent

// @feature route.back-focus
it.each([...ROWS.map((row) => `Row ${row}`), 'Card 2'])(
  'Back returns the focus to the link that was followed once it is there: %s',
  async (name) => {
    const router = await leaveBy(name)
    await act(() => router.navigate(-1))
    if (name.startsWith('Row')) expect(document.activeElement).toBe(document.body)
    await act(async () => load())
    expect(focused()).toBe(name)
  },
)

// @feature route.back-focus
it('Back moves no focus where the page was left by something else, or the user goes on before the link is there', async () => {
  const left = await leaveBy('Palette')
  await act(() => left.navigate(-1))
  await act(async () => load())
  expect(document.activeElement).toBe(document.body)
  cleanup()
  const router = await leaveBy('Row 2')
  await act(() => router.navigate(-1))
  fireEvent.keyDown(document.body, { key: 'Tab' })
  await act(async () => load())
  expect(document.activeElement).toBe(document.body)
})

// @feature route.back-focus
it('Back leaves the focus where it is, and waits for a link five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const router = await leaveBy('Row 2')
  await act(() => router.navigate(-1))
  screen.getByText('Palette').focus()
  await act(async () => load())
  expect(focused()).toBe('Palette')
  cleanup()
  const slow = await leaveBy('Row 2')
  await act(() => slow.navigate(-1))
  vi.advanceTimersByTime(5_000)
  await act(async () => load())
  expect(document.activeElement).toBe(document.body)
})
