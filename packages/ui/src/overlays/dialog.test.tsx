import { readFileSync } from 'node:fs'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { TextField } from '../controls/text-field.tsx'
import { Dialog } from './dialog.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

const focused = () => document.activeElement

/** A dialog below, and the one that it opens, whose field takes the focus. */
function Stacked() {
  const [open, setOpen] = useState(false)
  return (
    <Dialog open onOpenChange={() => {}} title="Item">
      <button type="button" onClick={() => setOpen(true)}>
        Place Bid
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Bid" footer={<button type="button">Send</button>}>
        <TextField label="Quantity" />
        <TextField label="Price" autoFocus />
      </Dialog>
    </Dialog>
  )
}

// @feature shell.dialog-focus
it('a dialog over another opens with the focus in the field that is to have it', async () => {
  render(<Stacked />)
  await userEvent.click(screen.getByRole('button', { name: 'Place Bid' }))
  expect(focused()).toBe(screen.getByLabelText('Price'))
})

// @feature shell.dialog-focus
it('Shift and Tab in a dialog just opened go to its last control, whatever it holds, and Tab to its first', async () => {
  const kinds = ['button', 'disabled', 'link', 'field'] as const
  await fc.assert(
    fc
      .asyncProperty(fc.array(fc.constantFrom(...kinds), { maxLength: 5 }), fc.boolean(), async (parts, hasFoot) => {
        render(
          <Dialog
            open
            onOpenChange={() => {}}
            title="Any"
            {...(hasFoot && { footer: <button type="button">Foot</button> })}
          >
            {parts.map((kind, at) => {
              const name = `${kind} ${at}`
              if (kind === 'link')
                return (
                  <a key={name} href="/here">
                    {name}
                  </a>
                )
              if (kind === 'field') return <TextField key={name} label={name} />
              return (
                <button key={name} type="button" disabled={kind === 'disabled'}>
                  {name}
                </button>
              )
            })}
          </Dialog>,
        )
        const dialog = screen.getByRole('dialog')
        expect(focused()).toBe(dialog)
        const controls = [...dialog.querySelectorAll<HTMLElement>('a, button:not(:disabled), input')]
        await userEvent.tab({ shift: true })
        expect(focused()).toBe(controls.at(-1))
        await userEvent.tab()
        expect(focused()).toBe(controls[0])
        await userEvent.tab({ shift: true })
        expect(focused()).toBe(controls.at(-1))
      })
      .afterEach(cleanup),
    { numRuns: 25 },
  )
})

// @feature shell.breakpoints
it.each(['title', 'body', 'footer'])('a dialog breaks a long name without spaces in its %s', (part) => {
  const sheet = readFileSync(`${import.meta.dirname}/layer.module.css`, 'utf8')
  expect(sheet).toMatch(new RegExp(`^\\.${part} \\{[^}]*\\n {2}overflow-wrap: break-word;`, 'm'))
})
