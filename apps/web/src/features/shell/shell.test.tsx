import { readFileSync } from 'node:fs'
import { DataTable } from '@opal/ui/data/data-table'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { siteActions } from '../../shared/hooks/site-actions.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { Shell } from './shell.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

function Page({ label, rows }: { label: string; rows: readonly string[] }) {
  const link = (row: string) => (
    <a href={`/${row}`} data-row-link="">
      {row}
    </a>
  )
  const columns = [{ id: 'name', header: 'Name', name: 'Name', cell: link }]
  return (
    <Shell search={null} wallet={null} live={null}>
      <a href="/before">Before</a>
      <DataTable label={label} columns={columns} rows={rows} rowKey={(row) => row} empty={null} />
    </Shell>
  )
}

const itemKey = () => siteActions.get().find(({ keys }) => keys === 'i')

// @feature shell.skip-items, shell.item-keys
it.each([
  ['Items', 'Skip to items'],
  ['Bids made', 'Skip to bids made'],
  ['P&L by lot', 'Skip to P&L by lot'],
])('has a link that skips to the first row of a table of %s', async (label, name) => {
  renderSite(<Page label={label} rows={['first', 'second']} />, {})
  const skip = await screen.findByRole('button', { name })
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(skip)
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'first' }))
  screen.getByRole('link', { name: 'second' }).focus()
  itemKey()?.run()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'first' }))
})

// @feature shell.skip-items
it('has no such link where there is nothing to skip to', async () => {
  renderSite(<Page label="Items" rows={[]} />, {})
  await screen.findByRole('table', { name: 'Items' })
  expect(screen.queryByRole('button', { name: /^Skip to/ })).toBeNull()
  expect(itemKey()).toBeUndefined()
})

it('does not inherit that a dialog disables pointer events of the body, which would restyle every element of the page', () => {
  const css = readFileSync(`${import.meta.dirname}/shell.module.css`, 'utf8')
  expect(css).toMatch(/\.content \{\s*pointer-events: auto;/)
})
