// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { CollectionHeader } from './collection-header.tsx'
import CollectionLine from './collection-line.tsx'

function Page() {
  const header = useRef<HTMLElement>(null)
  const collection = testingCollection(`0x${'c'.repeat(64)}`, { listedCount: 7 })
  return (
    <>
      <CollectionHeader ref={header} collection={collection} />
      <CollectionLine header={header} collection={collection} />
    </>
  )
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Scrolls until the head's lower edge is so many pixels below the top of the window. */
let scrollHeadTo: (bottom: number) => void = () => {}
let seen: (...crossings: readonly (readonly [isIntersecting: boolean, top: number])[]) => void = () => {}

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: (entries: unknown[]) => void, { rootMargin = '0px' }: IntersectionObserverInit) {
        // Elements that touch intersect.
        scrollHeadTo = (bottom) => seen([bottom >= -Number.parseFloat(rootMargin), bottom - 100])
        seen = (...crossings) =>
          listener(crossings.map(([isIntersecting, top]) => ({ isIntersecting, boundingClientRect: { top } })))
      }
      observe() {}
      disconnect() {}
    },
  )
  document.documentElement.style.setProperty('--bar-height', '60px')
  renderSite(<Page />, {})
})

const lineOf = () => screen.getByTitle('Back to the top').closest('[inert], [data-shown]')

// @feature collection.line
it('keeps one line of the head in view once the head is scrolled away, and takes it back', () => {
  const line = lineOf()
  expect(line?.hasAttribute('inert')).toBe(true)
  act(() => seen([false, -120]))
  expect(line?.hasAttribute('inert')).toBe(false)
  expect(line?.textContent).toMatch(/Floor.*Top bid.*1d volume.*Listed7.*Stones/)
  act(() => seen([true, 0]))
  expect(line?.hasAttribute('inert')).toBe(true)
})

it('shows the line as soon as the app bar covers the whole head', () => {
  const isShown = (bottom: number) => {
    act(() => scrollHeadTo(bottom))
    return lineOf()?.hasAttribute('inert') === false
  }
  expect([-40, 0, 60, 62, 99].map(isShown)).toEqual([true, true, true, false, false])
})

it('shows the line by the last of several crossings', () => {
  act(() => seen([true, 0], [false, -120]))
  expect(lineOf()?.hasAttribute('inert')).toBe(false)
  act(() => seen([false, -120], [true, 0]))
  expect(lineOf()?.hasAttribute('inert')).toBe(true)
})

it('hands the focus to the name in the head when the line scrolls back up to it', async () => {
  const scrollTo = vi.fn()
  vi.stubGlobal('scrollTo', scrollTo)
  act(() => seen([false, -120]))
  await userEvent.click(screen.getByTitle('Back to the top'))
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 })
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})
