// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { Menu, MenuItem, MenuLabel } from './menu.tsx'

afterEach(cleanup)

// @feature shell.landmarks
it.each([1, 2, 5])('is a landmark of its own while it is open, with %d items', async (count) => {
  const items = Array.from({ length: count }, (_, at) => `Item ${at + 1}`)
  render(
    <Menu trigger={<button type="button">Open</button>}>
      <MenuLabel>Wallet</MenuLabel>
      {items.map((item) => (
        <MenuItem key={item} onSelect={() => {}}>
          {item}
        </MenuItem>
      ))}
    </Menu>,
  )
  expect(screen.queryByRole('region')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  const landmark = within(await screen.findByRole('region', { name: 'Menu' }))
  expect(landmark.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items)
  landmark.getByText('Wallet')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})
