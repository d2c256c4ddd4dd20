import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Dialog } from './dialog.tsx'
import { FOCUS_HOME, FOCUS_PLACE, TAKES_FOCUS } from './focus-place.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const focused = () => document.activeElement
/** Presses what has the focus, as Enter does. */
function press(name: string): void {
  button(name).focus()
  fireEvent.click(button(name))
}
/** The dialog gives the focus back when it has gone. */
async function close(): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await act(() => new Promise((gone) => setTimeout(gone)))
}

/** A page with one place, whose content changes as the wallet's area does, and a dialog that opens another. */
function Page({ stays = true }: { stays?: boolean }) {
  const [open, setOpen] = useState<'none' | 'one' | 'two'>('none')
  const [connected, setConnected] = useState(false)
  return (
    <div {...FOCUS_HOME} data-testid="home">
      <div {...FOCUS_PLACE} data-testid="place">
        {connected ? (
          <button type="button" {...TAKES_FOCUS}>
            Account
          </button>
        ) : (
          <button type="button" onClick={() => setOpen('one')}>
            Connect
          </button>
        )}
      </div>
      <Dialog open={open === 'one'} onOpenChange={() => setOpen('none')} title="One">
        <button
          type="button"
          onClick={() => {
            setOpen('two')
            if (!stays) setConnected(true)
          }}
        >
          Next
        </button>
      </Dialog>
      <Dialog open={open === 'two'} onOpenChange={() => setOpen('none')} title="Two">
        words
      </Dialog>
    </div>
  )
}

// @feature shell.keyboard
describe('a dialog that closes', () => {
  it('gives the focus back to what opened it', async () => {
    render(<Page />)
    press('Connect')
    expect(focused()).toBe(screen.getByRole('dialog'))
    await close()
    expect(focused()).toBe(button('Connect'))
  })

  it('opened out of another that is gone gives it back to what opened that', async () => {
    render(<Page />)
    press('Connect')
    press('Next')
    await screen.findByRole('dialog', { name: 'Two' })
    await close()
    expect(focused()).toBe(button('Connect'))
  })

  it('gives it to what took the place of its opener, where that is gone', async () => {
    render(<Page stays={false} />)
    press('Connect')
    press('Next')
    await screen.findByRole('dialog', { name: 'Two' })
    await close()
    expect(focused()).toBe(button('Account'))
  })

  it('takes it from nobody who has it already', async () => {
    render(
      <>
        <Page />
        <input aria-label="Elsewhere" />
      </>,
    )
    press('Connect')
    const elsewhere = screen.getByLabelText('Elsewhere')
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    elsewhere.focus()
    await act(() => new Promise((gone) => setTimeout(gone)))
    expect(focused()).toBe(elsewhere)
  })
})
