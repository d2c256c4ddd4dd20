import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Tooltip } from './tooltip.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

const trigger = () => screen.getByRole('button', { name: 'Floor' })

function renderOne(): HTMLElement {
  render(
    <Tooltip content="Lowest price of all">
      <button type="button">Floor</button>
    </Tooltip>,
  )
  return trigger()
}

// @feature shell.keyboard
describe('a tooltip', () => {
  it('opens on focus, and leaves the focus on its trigger', async () => {
    const before = renderOne()
    act(() => before.focus())
    const tooltip = await screen.findByRole('tooltip')
    expect(tooltip.textContent).toContain('Lowest price of all')
    expect(trigger()).toBe(before)
    expect(document.activeElement).toBe(before)
    expect(before.getAttribute('aria-describedby')).toBe(tooltip.id)
  })

  it('opens on hover, also when it was loaded after the pointer entered', async () => {
    const before = renderOne()
    fireEvent.pointerMove(before, { pointerType: 'mouse' })
    // The tooltip code is loaded; the DOM of these tests has no :hover, so the pointer moves again.
    await act(() => import('./remote-tooltip.tsx'))
    fireEvent.pointerMove(before, { pointerType: 'mouse' })
    expect((await screen.findByRole('tooltip')).textContent).toContain('Lowest price of all')
    expect(trigger()).toBe(before)
  })

  it('closes on blur, and removes its description', async () => {
    const before = renderOne()
    act(() => before.focus())
    await screen.findByRole('tooltip')
    act(() => before.blur())
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(before.hasAttribute('aria-describedby')).toBe(false)
  })

  it('does not open on touch', async () => {
    const before = renderOne()
    fireEvent.pointerMove(before, { pointerType: 'touch' })
    await act(() => import('./remote-tooltip.tsx'))
    expect(screen.queryByRole('tooltip')).toBeNull()
  })
})
