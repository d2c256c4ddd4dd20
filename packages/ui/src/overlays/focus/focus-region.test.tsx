import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import {
  FOCUS_FALLBACK,
  FOCUS_REGION,
  FOCUS_TARGET,
  findFocusRegion,
  focusRegion,
  useFocusTarget,
} from './focus-region.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

function Late() {
  const ref = useRef<HTMLButtonElement>(null)
  useFocusTarget(ref)
  return (
    <button type="button" ref={ref}>
      late
    </button>
  )
}

function Page({ late = false }: { late?: boolean }) {
  return (
    <main {...FOCUS_FALLBACK} data-testid="home">
      <div {...FOCUS_REGION} data-testid="outer">
        <div {...FOCUS_REGION} data-testid="inner">
          <button type="button" {...FOCUS_TARGET}>
            inner taker
          </button>
        </div>
        <button type="button">other</button>
        <button type="button" {...FOCUS_TARGET}>
          taker
        </button>
        {late && <Late />}
      </div>
      <p data-testid="loose" />
    </main>
  )
}

const at = (name: string) => screen.getByTestId(name)

it('finds the nearest region around an element, and the fallback without one', () => {
  render(<Page />)
  expect(findFocusRegion(screen.getByText('inner taker'))).toBe(at('inner'))
  expect(findFocusRegion(screen.getByText('other'))).toBe(at('outer'))
  expect(findFocusRegion(at('loose'))).toBe(at('home'))
  expect(findFocusRegion(document.body)).toBe(at('home'))
})

it('focuses the target of a region, and the region itself without one', () => {
  render(<Page />)
  focusRegion(at('outer'))
  expect(document.activeElement).toBe(screen.getByText('taker'))
  focusRegion(at('home'))
  expect(document.activeElement).toBe(at('home'))
})

it('focuses the region where its target is hidden, as by a part that is still loading', () => {
  render(<Page />)
  const target = screen.getByText('taker')
  target.checkVisibility = () => false
  focusRegion(at('outer'))
  expect(document.activeElement).toBe(at('outer'))
  target.checkVisibility = () => true
  focusRegion(at('outer'))
  expect(document.activeElement).toBe(target)
})

it('focuses a target that mounts later only when its region has the focus', () => {
  const { rerender } = render(<Page />)
  at('outer').focus()
  rerender(<Page late />)
  expect(document.activeElement).toBe(screen.getByText('late'))
  rerender(<Page />)
  screen.getByText('other').focus()
  rerender(<Page late />)
  expect(document.activeElement).toBe(screen.getByText('other'))
})
