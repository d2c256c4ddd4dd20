import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '../dialog.tsx'
import { Sheet } from '../sheet.tsx'

// @vitest-environment happy-dom
beforeEach(() => vi.stubGlobal('ResizeObserver', LaidOut))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Calls back once what it observes has been laid out, as browsers do. */
class LaidOut {
  readonly #callback: () => void
  constructor(callback: () => void) {
    this.#callback = callback
  }
  observe = () => void setTimeout(this.#callback)
  disconnect = () => {}
  unobserve = () => {}
}

const settled = () => act(() => new Promise((done) => setTimeout(done)))
const bodyOf = (text: string) => screen.getByText(text).parentElement

// @feature shell.scrolling-dialogs
it.each([
  ['dialog', Dialog],
  ['sheet', Sheet],
])('the body of a %s is a stop of the keyboard while it scrolls and holds none', async (_, Layer) => {
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  const layer = (isLinked: boolean) => (
    <Layer open onOpenChange={() => {}} title="Rules">
      <p>Long words</p>
      {isLinked && <a href="/rules">Rules of the season</a>}
    </Layer>
  )
  const { rerender } = render(layer(false))
  await settled()
  expect(bodyOf('Long words')?.tabIndex).toBe(0)
  rerender(layer(true))
  await settled()
  expect(bodyOf('Long words')?.hasAttribute('tabindex')).toBe(false)
  rerender(layer(false))
  await settled()
  expect(bodyOf('Long words')?.tabIndex).toBe(0)
  height.mockReturnValue(400)
  rerender(layer(true))
  rerender(layer(false))
  await settled()
  expect(bodyOf('Long words')?.hasAttribute('tabindex')).toBe(false)
})

it.each([
  ['dialog', Dialog],
  ['sheet', Sheet],
])(
  'nothing is measured while a %s opens and closes, which would lay the page out in the middle of a click',
  (_, Layer) => {
    const measured = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get')
    const { rerender } = render(
      <Layer open onOpenChange={() => {}} title="Rules">
        <p>Long words</p>
      </Layer>,
    )
    expect(screen.getByRole('dialog').textContent).toContain('Long words')
    rerender(<p>None</p>)
    expect(measured).not.toHaveBeenCalled()
  },
)
