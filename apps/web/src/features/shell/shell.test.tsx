import { readFileSync } from 'node:fs'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FIRST_ITEM_ACTION, siteActions } from '../../shared/hooks/site-actions.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { Shell } from './shell.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  siteActions.set([])
})

// @feature shell.item-keys
it('has a link that skips to the items while the page shows a list of them', async () => {
  const run = vi.fn()
  renderSite(
    <Shell search={null} wallet={null} live={null}>
      <main>About</main>
    </Shell>,
    {},
  )
  expect(screen.queryByRole('button', { name: 'Skip to items' })).toBeNull()
  act(() => siteActions.set([{ id: FIRST_ITEM_ACTION, title: 'Go to first item', group: 'This page', run }]))
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Skip to items' }))
  await userEvent.keyboard('{Enter}')
  expect(run).toHaveBeenCalledOnce()
})

it('does not inherit that a dialog disables pointer events of the body, which would restyle every element of the page', () => {
  const css = readFileSync(`${import.meta.dirname}/shell.module.css`, 'utf8')
  expect(css).toMatch(/\.content \{\s*pointer-events: auto;/)
})
