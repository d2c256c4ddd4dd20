// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { ColumnsButton } from './columns-button.tsx'
import { useHiddenColumns } from './hidden-columns.ts'

afterEach(cleanup)

const OPTIONS = [
  ['rarity', 'Rarity'],
  ['owner', 'Owner'],
] as const
const IDS = OPTIONS.map(([id]) => id)

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
