import { act, cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TextField } from '../../controls/text-field.tsx'
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

/** Height of the field, in px. */
const FIELD = 44

/** A dialog with a field, laid out by hand: its body has a height and begins at 100, and the field lies at an offset in what it scrolls. */
function laidOut({ offset, foot }: { offset: number; foot: boolean }) {
  const seen = { height: 0, scrolled: 0, resize: () => {} }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        seen.resize = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  const field = <input aria-label="Price" />
  render(
    <Dialog open onOpenChange={() => {}} title="List" {...(foot && { footer: field })}>
      <p>Long words</p>
      {!foot && field}
    </Dialog>,
  )
  const body = bodyOf('Long words') as HTMLElement
  const input = screen.getByLabelText('Price')
  const box = (top: number, height: number) => ({ top, bottom: top + height, height }) as DOMRect
  vi.spyOn(body, 'clientHeight', 'get').mockImplementation(() => seen.height)
  vi.spyOn(body, 'getBoundingClientRect').mockImplementation(() => box(100, seen.height))
  vi.spyOn(input, 'getBoundingClientRect').mockImplementation(() => box(100 + offset - seen.scrolled, FIELD))
  const brought = vi.fn(() => {
    const at = offset - seen.scrolled
    if (at < 0) seen.scrolled = offset
    else if (at + FIELD > seen.height) seen.scrolled = offset + FIELD - seen.height
  })
  input.scrollIntoView = brought
  const become = (height: number) => {
    seen.height = height
    seen.resize()
  }
  return { input, brought, become, seen, at: () => offset - seen.scrolled }
}

// @feature shell.field-in-view
it('the focused field of a dialog stays in view while its body gets lower, in any steps, unless it was scrolled away', () => {
  const heights = fc.array(fc.integer({ min: FIELD, max: 700 }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc
      .property(
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 0, max: 900 }),
        heights,
        fc.boolean(),
        (offset, scrolled, steps, isUsed) => {
          const dialog = laidOut({ offset, foot: false })
          if (isUsed) dialog.input.focus()
          dialog.become(steps[0] ?? 0)
          dialog.seen.scrolled = scrolled
          for (const height of steps.slice(1)) {
            const [before, was] = [dialog.seen.height, dialog.at()]
            const wasInView = was + FIELD > 0 && was < before
            dialog.become(height)
            if (isUsed && wasInView && height < before) {
              expect(dialog.at()).toBeGreaterThanOrEqual(0)
              expect(dialog.at() + FIELD).toBeLessThanOrEqual(height)
            } else expect(dialog.at()).toBe(was)
          }
        },
      )
      .afterEach(cleanup),
    { numRuns: 60 },
  )
})

// @feature shell.field-in-view
it('a field in the foot of a dialog comes into view when its body gets lower', () => {
  const { input, brought, become } = laidOut({ offset: 900, foot: true })
  input.focus()
  become(300)
  expect(brought).not.toHaveBeenCalled()
  become(200)
  expect(brought).toHaveBeenCalledOnce()
})

// @feature shell.field-in-view
it('the error of a field comes into view with it when the body gets lower, the field last', () => {
  const { input, brought, become } = laidOut({ offset: 100, foot: false })
  const error = document.createElement('span')
  error.id = 'error'
  input.after(error)
  input.setAttribute('aria-describedby', 'error')
  const shown = vi.fn()
  error.scrollIntoView = shown
  input.focus()
  become(300)
  input.setAttribute('aria-invalid', 'true')
  become(200)
  expect(shown).toHaveBeenCalledOnce()
  expect(brought).toHaveBeenCalledOnce()
  expect(shown).toHaveBeenCalledBefore(brought)
})

// @feature shell.field-in-view
it('every new error of the focused field comes into view below it, once', async () => {
  const brought: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    brought.push(this.textContent === '' ? this.getAttribute('aria-label') : this.textContent)
  })
  const errors = fc.array(fc.constantFrom(undefined, 'Too low.', 'Too high.', 'No number.'), { maxLength: 8 })
  await fc.assert(
    fc
      .asyncProperty(errors, fc.boolean(), async (said, isUsed) => {
        const dialog = (error: string | undefined, aside: number) => (
          <Dialog open onOpenChange={() => {}} title="List">
            <p>{`Seen by ${aside}`}</p>
            <TextField label="Price" aria-label="field" error={error} />
          </Dialog>
        )
        const { rerender } = render(dialog(undefined, 0))
        if (isUsed) screen.getByLabelText('field').focus()
        for (const [at, error] of said.entries()) {
          brought.length = 0
          rerender(dialog(error, at))
          await settled()
          const isNew = error !== undefined && error !== said[at - 1]
          expect(brought).toEqual(isUsed && isNew ? [error, 'field'] : [])
        }
      })
      .afterEach(cleanup),
    { numRuns: 30 },
  )
})
