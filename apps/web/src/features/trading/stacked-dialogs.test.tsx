// @vitest-environment happy-dom
import { Dialog } from '@opal/ui/overlays/dialog'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openTradeDialog, quoteOf, TOKEN } from './testing/trade-harness.tsx'
import { DELIST, PATIENT, press, resetTradeHarness, says } from './testing/user-driver.ts'

afterEach(resetTradeHarness)

// Alone in its file: the tray is loaded once, and what it loads in is what is tried.
// @feature trade.over-dialog
it('keeps the focus in the upper of two dialogs while the tray loads', async () => {
  let answer: (hash: string) => void = () => {}
  const sign = () => new Promise<string>((resolve) => (answer = resolve))
  const below = (
    <Dialog open onOpenChange={() => {}} title="Radar">
      <button type="button">Below</button>
    </Dialog>
  )
  openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quoteOf() }, sign, below })
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  await press('Delist')
  await waitFor(() => expect(document.querySelector('[data-tray]')).not.toBeNull(), PATIENT)
  const [radar, trade] = await waitFor(() => {
    const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"]')
    expect(dialogs).toHaveLength(2)
    return [...dialogs]
  })
  // Two traps that are both set would send the focus to and fro until the stack is full.
  focus.mockClear()
  trade?.focus()
  radar?.querySelector('button')?.focus()
  expect(trade?.contains(document.activeElement)).toBe(true)
  expect(focus.mock.calls.length).toBeLessThan(10)
  answer(`0x${'f'.repeat(64)}`)
  await says('Item delisted')
})
