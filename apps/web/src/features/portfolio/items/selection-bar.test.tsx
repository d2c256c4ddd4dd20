import { Dialog } from '@opal/ui/overlays/dialog'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { SelectionBar } from './selection-bar.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

// @feature portfolio.escape-clears
it('clears the selection by Escape, which first closes a dialog and is a field’s own', async () => {
  const onClear = vi.fn()
  const onOpenChange = vi.fn()
  const page = (isOpen: boolean) => (
    <>
      <input aria-label="Search" />
      <button type="button">An item</button>
      <SelectionBar selected={2} actions={[]} onTraded={() => {}} onClear={onClear} />
      <Dialog open={isOpen} onOpenChange={onOpenChange} title="List items">
        Prices
      </Dialog>
    </>
  )
  renderSite(page(true), {})
  await userEvent.keyboard('{Escape}')
  expect(onOpenChange).toHaveBeenCalledWith(false)
  expect(onClear).not.toHaveBeenCalled()
  cleanup()
  renderSite(page(false), {})
  await userEvent.click(screen.getByLabelText('Search'))
  await userEvent.keyboard('{Escape}')
  expect(onClear).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'An item' }))
  await userEvent.keyboard('{Escape}')
  expect(onClear).toHaveBeenCalledOnce()
})
