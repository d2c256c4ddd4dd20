import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { siteActions } from '../../shared/hooks/site-actions.ts'
import { renderSite } from '../../testing/render-site.tsx'
import CommandPaletteHost from './command-palette-host.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  siteActions.set([])
})

// @feature shell.palette-keys
it('runs no key of the page from the press that opens the palette until it is closed', async () => {
  const run = vi.fn()
  renderSite(<CommandPaletteHost />, { '/aggregator/collection/popular': () => ({ data: [], nextCursor: null }) })
  act(() => siteActions.set((before) => [...before, { id: 'buy', title: 'Buy', group: 'This page', keys: 'b', run }]))
  fireEvent.keyDown(document.body, { key: 'b' })
  expect(run).toHaveBeenCalledOnce()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  // Its code is still loading.
  expect(screen.queryByRole('dialog')).toBeNull()
  for (const key of 'bob') fireEvent.keyDown(document.body, { key })
  expect(run).toHaveBeenCalledOnce()
  await screen.findByRole('dialog', { name: 'Commands' }, { timeout: 20_000 })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'b' })
  expect(run).toHaveBeenCalledTimes(2)
})
