// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { CollectionHeader } from './collection-header.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature collection.line
it('keeps one line of the head in view once the head is scrolled away, and takes it back', () => {
  let seen: (isIntersecting: boolean, top: number) => void = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: (entries: unknown[]) => void) {
        seen = (isIntersecting, top) => listener([{ isIntersecting, boundingClientRect: { top } }])
      }
      observe() {}
      disconnect() {}
    },
  )
  renderSite(<CollectionHeader collection={testingCollection(`0x${'c'.repeat(64)}`, { listedCount: 7 })} />, {})
  const line = screen.getByTitle('Back to the top').closest('[inert], [data-shown]')
  expect(line?.hasAttribute('inert')).toBe(true)
  act(() => seen(false, -120))
  expect(line?.hasAttribute('inert')).toBe(false)
  expect(line?.textContent).toMatch(/Stones.*Floor.*Top bid.*1d volume.*Listed7/)
  act(() => seen(true, 0))
  expect(line?.hasAttribute('inert')).toBe(true)
})
