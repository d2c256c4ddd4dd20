import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '../dialog.tsx'
import { FOCUS_FALLBACK, FOCUS_REGION } from './focus-region.ts'
import RestoreFocus from './restore-focus.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

const focused = () => document.activeElement
const button = (name: string) => screen.getByRole('button', { name })
/** Focuses a button and clicks it, as Enter does, and lets the observer see what that removed. */
async function press(name: string): Promise<void> {
  button(name).focus()
  await act(async () => fireEvent.click(button(name)))
}

/** A page with a list whose rows remove themselves, in the panel of a tab or in a section, and a button that is replaced. */
function Page({ inTab = false }: { inTab?: boolean }) {
  const [rows, setRows] = useState(['one', 'two', 'three'])
  const [pressed, setPressed] = useState<readonly string[]>([])
  const remove = (gone: string) => setRows(rows.filter((row) => row !== gone))
  const press = (name: string) => setPressed([...pressed, name])
  const list =
    rows.length === 0 ? (
      <p>Nothing left</p>
    ) : (
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <a href={`#${row}`}>{row}</a>
            {pressed.includes(row) ? (
              'pending'
            ) : (
              <button type="button" onClick={() => press(row)}>
                Sell {row}
              </button>
            )}
            <button type="button" onClick={() => remove(row)}>
              Remove {row}
            </button>
          </li>
        ))}
      </ul>
    )
  return (
    <div {...FOCUS_FALLBACK} data-testid="home">
      <main>
        <h1>Page</h1>
        {pressed.includes('open') ? (
          <a href="#open">Opened</a>
        ) : (
          <button type="button" onClick={() => press('open')}>
            Open
          </button>
        )}
        {pressed.includes('gate') ? (
          <p>Entered</p>
        ) : (
          <button type="button" onClick={() => press('gate')}>
            Enter
          </button>
        )}
        {inTab ? (
          <>
            <button type="button" id="tab">
              Listings
            </button>
            <div role="tabpanel" aria-labelledby="tab">
              {list}
            </div>
          </>
        ) : (
          <section>
            <h2>Rows</h2>
            {list}
          </section>
        )}
        <div {...FOCUS_REGION} data-testid="region">
          {!pressed.includes('account') && (
            <button type="button" onClick={() => press('account')}>
              Connect
            </button>
          )}
        </div>
      </main>
      <RestoreFocus />
    </div>
  )
}

// @feature shell.keyboard
describe('the focus of a control that is removed', () => {
  it('goes to the same control of the next row, of the row before the last, and to the heading of an empty list', async () => {
    render(<Page />)
    await press('Remove two')
    expect(focused()).toBe(button('Remove three'))
    await press('Remove three')
    expect(focused()).toBe(button('Remove one'))
    await press('Remove one')
    expect(focused()).toBe(screen.getByRole('heading', { name: 'Rows' }))
  })

  it('goes to the tab of a list that is empty', async () => {
    render(<Page inTab />)
    for (const row of ['one', 'two', 'three']) await press(`Remove ${row}`)
    expect(focused()).toBe(button('Listings'))
  })

  it('stays in its row where only the control is gone', async () => {
    render(<Page />)
    await press('Sell two')
    expect(focused()).toBe(screen.getByRole('link', { name: 'two' }))
  })

  it.each([
    ['above', -300],
    ['below', 3_000],
  ])('stays on a list that was scrolled away, whose other rows are %s the window', async (_, top) => {
    render(<Page inTab />)
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 10, 10))
    await press('Remove two')
    expect(focused()).toBe(screen.getByRole('list'))
    rect.mockRestore()
  })

  it('goes to what replaced it', async () => {
    render(<Page />)
    await press('Open')
    expect(focused()).toBe(screen.getByRole('link', { name: 'Opened' }))
  })

  it('goes to its region, and to the heading of the page without one', async () => {
    render(<Page />)
    await press('Connect')
    expect(focused()).toBe(screen.getByTestId('region'))
    await press('Enter')
    expect(focused()).toBe(screen.getByRole('heading', { name: 'Page' }))
  })

  it('is left alone where it was moved, or taken away before', async () => {
    const { rerender } = render(<Page />)
    button('Remove two').focus()
    button('Remove two').blur()
    await act(async () => rerender(<Page inTab />))
    expect(focused()).toBe(document.body)
    fireEvent.click(button('Remove one'))
    button('Listings').focus()
    await act(async () => {})
    expect(focused()).toBe(button('Listings'))
  })
})

/** A row whose dialog removes it. */
function Confirmed() {
  const [rows, setRows] = useState(['one', 'two'])
  const [open, setOpen] = useState<string | null>(null)
  return (
    <main>
      <h1>Listings</h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setOpen(row)}>
              Cancel {row}
            </button>
          </li>
        ))}
      </ul>
      <Dialog open={open !== null} onOpenChange={() => setOpen(null)} title="Cancel it">
        <button
          type="button"
          onClick={() => {
            setRows(rows.filter((row) => row !== open))
            setOpen(null)
          }}
        >
          Confirm
        </button>
      </Dialog>
    </main>
  )
}

// @feature shell.keyboard
it('goes to the next row when the dialog of a row closes that it removed', async () => {
  render(<Confirmed />)
  const confirm = async () => {
    button('Confirm').focus()
    fireEvent.click(button('Confirm'))
    await act(() => new Promise((gone) => setTimeout(gone)))
  }
  await press('Cancel one')
  await confirm()
  expect(focused()).toBe(button('Cancel two'))
  await press('Cancel two')
  await confirm()
  expect(focused()).toBe(screen.getByRole('heading', { name: 'Listings' }))
})
