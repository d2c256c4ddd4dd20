import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Dialog } from '../dialog.tsx'
import { FOCUS_FALLBACK, FOCUS_REGION, FOCUS_TARGET } from './focus-region.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const focused = () => document.activeElement
/** Focuses a button and clicks it, as Enter does. */
function press(name: string): void {
  button(name).focus()
  fireEvent.click(button(name))
}
/** Closes the dialog and waits until it has returned the focus. */
async function close(): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await act(() => new Promise((gone) => setTimeout(gone)))
}

/** A page with one focus region, whose content is replaced as the wallet's is, and a dialog that opens another. */
function Page({ stays = true }: { stays?: boolean }) {
  const [open, setOpen] = useState<'none' | 'one' | 'two'>('none')
  const [connected, setConnected] = useState(false)
  return (
    <div {...FOCUS_FALLBACK} data-testid="home">
      <div {...FOCUS_REGION} data-testid="place">
        {connected ? (
          <button type="button" {...FOCUS_TARGET}>
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

/** A page whose dialog stays open below the ones that it opens. */
function Stacked() {
  const [open, setOpen] = useState(0)
  return (
    <div {...FOCUS_FALLBACK} data-testid="home">
      <button type="button" onClick={() => setOpen(1)}>
        Open 1
      </button>
      {[1, 2, 3].map((depth) => (
        <Dialog key={depth} open={open >= depth} onOpenChange={() => setOpen(depth - 1)} title={`Depth ${depth}`}>
          <button type="button" onClick={() => setOpen(depth + 1)}>{`Open ${depth + 1}`}</button>
        </Dialog>
      ))}
    </div>
  )
}

/** A page whose open dialog is rendered again, like the wallet dialog when a wallet announces itself. */
function Replacing() {
  const [open, setOpen] = useState(false)
  const [key, setKey] = useState(0)
  return (
    <div {...FOCUS_FALLBACK} data-testid="home">
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog key={key} open={open} onOpenChange={setOpen} title="Wallets">
        <button type="button" onClick={() => setKey(key + 1)}>
          Announce
        </button>
      </Dialog>
    </div>
  )
}

/** A dialog over another, in which the buttons of an item make way for a note while its trade is pending. */
function Trading({ names }: { names: readonly string[] }) {
  const [trading, setTrading] = useState(false)
  const [isPending, setPending] = useState(false)
  const actions = names.map((name) => (
    <button key={name} type="button" onClick={() => setTrading(true)}>
      {name}
    </button>
  ))
  return (
    <div {...FOCUS_FALLBACK} data-testid="home">
      <Dialog open onOpenChange={() => {}} title="Item">
        <div {...FOCUS_REGION} data-testid="bar">
          {isPending ? <p>Pending</p> : actions}
        </div>
      </Dialog>
      <Dialog open={trading} onOpenChange={setTrading} title="Trade">
        <button type="button" onClick={() => setPending(true)}>
          Sign
        </button>
        <button
          type="button"
          onClick={() => {
            setPending(false)
            setTrading(false)
          }}
        >
          Confirmed
        </button>
      </Dialog>
    </div>
  )
}

// @feature shell.keyboard
describe('a dialog over another', () => {
  const NAMES = ['Buy', 'Bid', 'Transfer'] as const
  it.each(NAMES)('returns the focus to its opener that was made again: %s', async (name) => {
    render(<Trading names={NAMES} />)
    press(name)
    await screen.findByRole('dialog', { name: 'Trade' })
    press('Sign')
    press('Confirmed')
    await act(() => new Promise((gone) => setTimeout(gone)))
    expect(focused()).toBe(button(name))
  })

  it.each(NAMES)('returns the focus to where its opener was, while that is gone: %s', async (name) => {
    render(<Trading names={NAMES} />)
    press(name)
    await screen.findByRole('dialog', { name: 'Trade' })
    press('Sign')
    await close()
    expect(focused()).toBe(screen.getByTestId('bar'))
  })
})

// @feature shell.keyboard
describe('a dialog that closes', () => {
  it('returns the focus to its opener', async () => {
    render(<Page />)
    press('Connect')
    expect(focused()).toBe(screen.getByRole('dialog'))
    await close()
    expect(focused()).toBe(button('Connect'))
  })

  it.each(['/another', '/here'])('leaves the focus to the next page, where it is one: %s', async (path) => {
    history.replaceState(null, '', '/here')
    render(<Stacked />)
    press('Open 1')
    // The opener goes with its page.
    button('Open 1').remove()
    history.pushState(null, '', path)
    await close()
    expect(focused() === document.body).toBe(path === '/another')
  })

  it('returns the focus to the opener of the dialog that opened it, once that is closed', async () => {
    render(<Page />)
    press('Connect')
    press('Next')
    await screen.findByRole('dialog', { name: 'Two' })
    await close()
    expect(focused()).toBe(button('Connect'))
  })

  it.each([1, 2, 3])('returns the focus to its opener, as do the %i or fewer open dialogs below it', async (depth) => {
    render(<Stacked />)
    for (let opened = 1; opened <= depth; opened += 1) press(`Open ${opened}`)
    for (let closed = depth; closed >= 1; closed -= 1) {
      await close()
      expect(focused()).toBe(button(`Open ${closed}`))
    }
  })

  it('returns the focus to its opener when it opened another a second time', async () => {
    render(<Stacked />)
    press('Open 1')
    for (let time = 0; time < 2; time += 1) {
      press('Open 2')
      await close()
      expect(focused()).toBe(button('Open 2'))
    }
    await close()
    expect(focused()).toBe(button('Open 1'))
  })

  it('returns the focus to the element that replaced its opener', async () => {
    render(<Page stays={false} />)
    press('Connect')
    press('Next')
    await screen.findByRole('dialog', { name: 'Two' })
    await close()
    expect(focused()).toBe(button('Account'))
  })

  it.each([1, 2, 3])('returns the focus to its opener after it was rendered again %i times', async (times) => {
    render(<Replacing />)
    press('Open')
    for (let time = 0; time < times; time += 1) {
      press('Announce')
      await act(() => new Promise((gone) => setTimeout(gone)))
    }
    await close()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(focused()).toBe(button('Open'))
  })

  it('leaves the focus on an element that took it since', async () => {
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
