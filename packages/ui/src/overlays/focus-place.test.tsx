import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { FOCUS_HOME, FOCUS_PLACE, findFocusPlace, focusPlace, TAKES_FOCUS, useTakesFocus } from './focus-place.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

function Late() {
  const ref = useRef<HTMLButtonElement>(null)
  useTakesFocus(ref)
  return (
    <button type="button" ref={ref}>
      late
    </button>
  )
}

function Page({ late = false }: { late?: boolean }) {
  return (
    <main {...FOCUS_HOME} data-testid="home">
      <div {...FOCUS_PLACE} data-testid="outer">
        <div {...FOCUS_PLACE} data-testid="inner">
          <button type="button" {...TAKES_FOCUS}>
            inner taker
          </button>
        </div>
        <button type="button">other</button>
        <button type="button" {...TAKES_FOCUS}>
          taker
        </button>
        {late && <Late />}
      </div>
      <p data-testid="loose" />
    </main>
  )
}

const at = (name: string) => screen.getByTestId(name)

it('an element stands in the nearest place around it, and without one at home', () => {
  render(<Page />)
  expect(findFocusPlace(screen.getByText('inner taker'))).toBe(at('inner'))
  expect(findFocusPlace(screen.getByText('other'))).toBe(at('outer'))
  expect(findFocusPlace(at('loose'))).toBe(at('home'))
  expect(findFocusPlace(document.body)).toBe(at('home'))
})

it('a place gives the focus to its own taker, and without one keeps it', () => {
  render(<Page />)
  focusPlace(at('outer'))
  expect(document.activeElement).toBe(screen.getByText('taker'))
  focusPlace(at('home'))
  expect(document.activeElement).toBe(at('home'))
})

it('what comes later takes the focus only from the place that holds it', () => {
  const { rerender } = render(<Page />)
  at('outer').focus()
  rerender(<Page late />)
  expect(document.activeElement).toBe(screen.getByText('late'))
  rerender(<Page />)
  screen.getByText('other').focus()
  rerender(<Page late />)
  expect(document.activeElement).toBe(screen.getByText('other'))
})
