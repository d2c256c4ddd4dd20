import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeBack } from '../../testing/fake-back.ts'
import { CommandMenu } from '../command-menu.tsx'
import { Dialog, type DialogProps } from '../dialog.tsx'
import { Menu, MenuItem } from '../menu.tsx'
import { Sheet } from '../sheet.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
beforeAll(() => {
  // cmdk scrolls to its selection.
  Element.prototype.scrollIntoView ??= () => {}
})

type Back = ReturnType<typeof fakeBack>
/** Presses Back and lets the page render. @returns false where it left the page. */
async function press(back: Back): Promise<boolean> {
  let isHandled = false
  await act(async () => {
    isHandled = back.press()
    await new Promise((done) => setTimeout(done))
  })
  return isHandled
}

/** Levels that are open one above another, with a button for one more. The locked one does not close. */
function Levels({ depth, locked }: { depth: number; locked: number }) {
  const [open, setOpen] = useState(depth)
  return (
    <>
      <button type="button" onClick={() => setOpen(open + 1)}>
        Open
      </button>
      {Array.from({ length: open }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place.
        <Level key={at} name={`level ${at + 1}`} onClose={() => at + 1 !== locked && setOpen(at)} />
      ))}
    </>
  )
}

/** A dialog. */
function It(props: Omit<DialogProps, 'title' | 'children'>) {
  return (
    <Dialog {...props} title="It">
      content
    </Dialog>
  )
}

function Level({ name, onClose }: { name: string; onClose(): void }) {
  useCloseOnBack(true, onClose)
  return <p>{name}</p>
}

// @feature shell.back-closes
describe('Back on a phone', () => {
  const noop = () => {}
  it.each([
    ['dialog', (close: () => void) => <It open onOpenChange={close} />],
    [
      'sheet',
      (close: () => void) => (
        <Sheet open onOpenChange={close} title="It">
          content
        </Sheet>
      ),
    ],
    [
      'command menu',
      (close: () => void) => <CommandMenu open onOpenChange={close} label="It" placeholder="" items={[]} />,
    ],
  ])('closes a %s', async (_, renderOpen) => {
    const back = fakeBack()
    const close = vi.fn()
    render(renderOpen(close))
    expect(await press(back)).toBe(true)
    expect(close.mock.calls).toEqual([[false]])
  })

  it('closes a menu, and then leaves the page', async () => {
    const back = fakeBack()
    render(
      <Menu trigger={<button type="button">Open</button>} startsOpen>
        <MenuItem onSelect={noop}>Item</MenuItem>
      </Menu>,
    )
    expect(screen.queryByRole('menu')).not.toBeNull()
    expect(await press(back)).toBe(true)
    expect(screen.queryByRole('menu')).toBeNull()
    expect(await press(back)).toBe(false)
  })

  it('is left to a dialog that has an address, to a mouse, and to a browser without close watchers', async () => {
    const close = vi.fn()
    const touch = fakeBack()
    const { unmount } = render(<It open hasAddress onOpenChange={close} />)
    expect(await press(touch)).toBe(false)
    unmount()
    const mouse = fakeBack({ isCoarse: false })
    const { rerender } = render(<It open onOpenChange={close} />)
    expect(await press(mouse)).toBe(false)
    rerender(<It open={false} onOpenChange={close} />)
    vi.unstubAllGlobals()
    render(<It open onOpenChange={close} />)
    expect(close).not.toHaveBeenCalled()
  })

  it('leaves the page once the dialog was closed otherwise', async () => {
    const back = fakeBack()
    function Page() {
      const [open, setOpen] = useState(true)
      return <It open={open} onOpenChange={setOpen} />
    }
    render(<Page />)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await act(async () => {})
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await press(back)).toBe(false)
  })

  it('closes the topmost of any number of open ones, one at a press, and stays at one that may not be left', async () => {
    await fc.assert(
      fc
        .asyncProperty(
          fc.integer({ min: 1, max: 4 }),
          fc.option(fc.integer({ min: 1, max: 4 }), { nil: 0 }),
          fc.boolean(),
          async (depth, locked, isTapped) => {
            const back = fakeBack()
            const { container } = render(<Levels depth={isTapped ? 0 : depth} locked={locked} />)
            // Opened by a tap each, or together without one.
            for (let opened = 0; isTapped && opened < depth; opened += 1) {
              back.tap()
              fireEvent.click(screen.getByRole('button'))
            }
            const levels = () => container.querySelectorAll('p').length
            for (let left = depth; left > 0; ) {
              expect(await press(back)).toBe(true)
              if (left === locked) {
                expect(levels()).toBe(left)
                expect(await press(back)).toBe(true)
                expect(levels()).toBe(left)
                return
              }
              left -= 1
              expect(levels()).toBe(left)
            }
            expect(await press(back)).toBe(false)
          },
        )
        .afterEach(cleanup),
      { numRuns: 25 },
    )
  })
})
