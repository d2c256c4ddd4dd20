// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { ColumnsButton } from './columns-button.tsx'
import { useHiddenColumns } from './hidden-columns.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const OPTIONS = [
  { id: 'rarity', header: 'Rarity', priority: 1 },
  { id: 'owner', header: 'Owner', priority: 1 },
] as const
const IDS = OPTIONS.map(({ id }) => id)

function Table() {
  const [hidden, setHidden] = useHiddenColumns(IDS)
  return (
    <>
      <ColumnsButton options={OPTIONS} hidden={hidden} onHiddenChange={setHidden} />
      <output>{IDS.filter((id) => !hidden.includes(id)).join(' ')}</output>
    </>
  )
}

// @feature table.columns
it('hides and shows columns by keyboard in a menu that stays open, and the address says which', async () => {
  const user = userEvent.setup()
  const { router } = renderSite(<Table />, {})
  const search = () => router.state.location.search
  await user.tab()
  await user.keyboard('{Enter}')
  const owner = await screen.findByRole('menuitemcheckbox', { name: 'Owner' })
  expect(owner.getAttribute('aria-checked')).toBe('true')
  owner.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(search()).toBe('?cols=-owner'))
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('rarity')
  expect(owner.getAttribute('aria-checked')).toBe('false')
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(search()).toBe('?cols=-owner%2C-rarity'))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Columns, 2 hidden' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show all columns' }))
  await waitFor(() => expect(search()).toBe(''))
  expect(screen.getByRole('status').textContent).toBe('rarity owner')
})

// @feature table.columns
it.each([
  [1440, ['Rarity', 'Owner', 'Supply needs a wider window']],
  [900, ['Rarity', 'Owner needs a wider window', 'Supply needs a wider window']],
  [1700, ['Rarity', 'Owner', 'Supply']],
] as const)('says which columns a window of %i px has no place for', async (width, expected) => {
  vi.stubGlobal('innerWidth', width)
  const options = [
    { id: 'rarity', header: 'Rarity', priority: 1 },
    { id: 'owner', header: 'Owner', priority: 3 },
    { id: 'supply', header: 'Supply', priority: 5 },
  ] as const
  renderSite(<ColumnsButton options={options} hidden={[]} onHiddenChange={() => {}} />, {})
  await userEvent.setup().click(screen.getByRole('button', { name: 'Columns' }))
  const items = await screen.findAllByRole('menuitemcheckbox')
  expect(items.map(({ textContent }) => textContent)).toEqual(expected)
})
