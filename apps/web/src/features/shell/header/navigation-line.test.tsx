import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider, useRouteError } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorPage } from '../../../app/failures/error-page.tsx'
import { pagePostponed } from '../../../app/failures/page-failures.ts'
import { NavigationLine } from './navigation-line.tsx'

// @vitest-environment happy-dom
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A site whose second page comes, or fails, when the test says so. */
function openSite() {
  const coming = Promise.withResolvers<null>()
  const frame = (
    <>
      <NavigationLine />
      <Outlet />
    </>
  )
  const router = createMemoryRouter([
    {
      element: frame,
      children: [
        { path: '/', element: <p>first</p> },
        { path: '/next', element: <p>second</p>, loader: () => coming.promise, ErrorBoundary: Failed },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  const line = () => screen.getByLabelText('Loading page')
  return { router, coming, line, state: () => line().dataset.state }
}

function Failed() {
  return <ErrorPage error={useRouteError()} />
}

// @feature shell.loading-bar
describe('the progress line under the header', () => {
  it('grows while a page loads, and shows as finished for a moment', async () => {
    const { router, coming, line, state } = openSite()
    expect(state()).toBe('hidden')
    await act(async () => void router.navigate('/next'))
    expect(state()).toBe('progressing')
    expect(line().getAttribute('aria-hidden')).toBe('false')
    vi.advanceTimersByTime(200)
    await act(async () => coming.resolve(null))
    await screen.findByText('second')
    expect(state()).toBe('finished')
    fireEvent.animationEnd(line())
    expect(state()).toBe('hidden')
  })

  // @feature shell.offline-page
  it('ends for a page that waits until the site can be reached', async () => {
    const { router, line, state } = openSite()
    await act(async () => void router.navigate('/next'))
    vi.advanceTimersByTime(200)
    await act(async () => pagePostponed.set(true))
    expect(state()).toBe('failed')
    fireEvent.animationEnd(line())
    expect(state()).toBe('hidden')
    act(() => pagePostponed.set(false))
  })

  it('stays hidden for a page that loads within 200 ms', async () => {
    const { router, coming, state } = openSite()
    await act(async () => void router.navigate('/next'))
    vi.advanceTimersByTime(199)
    await act(async () => coming.resolve(null))
    await screen.findByText('second')
    expect(state()).toBe('hidden')
  })

  it('shows a failed navigation', async () => {
    const { router, coming, state } = openSite()
    await act(async () => void router.navigate('/next'))
    vi.advanceTimersByTime(500)
    await act(async () => coming.reject(new Error('out of order')))
    await screen.findByText('An error occurred')
    expect(state()).toBe('failed')
  })
})
