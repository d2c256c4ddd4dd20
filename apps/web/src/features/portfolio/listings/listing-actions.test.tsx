import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { ME, testingListing } from '../../../testing/testing-item.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'
import { floorsOf, idOf, listed, openListings, resetListingsTab } from '../testing/listings-tab-driver.tsx'

// @vitest-environment happy-dom
afterEach(resetListingsTab)

// @feature portfolio.actions, list.reprice
it('edits the prices of the selected listings, and takes them back', async () => {
  walletSession.set((before) => ({ ...before, address: ME }))
  const abroad = testingListing(idOf(3), { marketplace: 'elsewhere', listingId: 'abroad' })
  const twice = { ...listed(3), ownListings: [...listed(3).ownListings, abroad] }
  const gone = { ...listed(4), ownListings: [testingListing(idOf(4), { marketplace: 'own', validity: 'ended' })] }
  let items = [listed(1), listed(2), twice, gone]
  const queries = openListings(() => items, floorsOf)
  const box = async (at: number) => (await screen.findAllByRole('checkbox', { name: `Select Stone #${at}` }))[0]
  const buttons = () =>
    within(screen.getByRole('toolbar', { name: 'Selected items' }))
      .getAllByRole('button', { name: /^\w+ \d/ })
      .map(({ textContent }) => textContent)
  const tick = async (at: number) => fireEvent.click((await box(at)) ?? document.body)
  await tick(2)
  expect(buttons()).toEqual(['Edit 1 listing', 'Delist 1'])
  // An ended listing can be taken back, but its price cannot be edited.
  await tick(4)
  expect(buttons()).toEqual(['Edit 1 listing', 'Delist 2'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByRole('toolbar').textContent).toContain('5 selected')
  expect(screen.getByRole('toolbar').textContent).toContain('5 APT')
  expect(buttons()).toEqual(['Edit 3 listings', 'Delist 4'])
  items = [listed(1), twice, gone]
  await act(() => queries.invalidateQueries({ queryKey: [PORTFOLIO_KEY, ME, 'items'] }))
  await waitFor(() => expect(buttons()).toEqual(['Edit 2 listings', 'Delist 3']))
  fireEvent.click(screen.getByRole('button', { name: 'Edit 2 listings' }))
  const tokens = [1, 3].map((at) => ({ tokenDataId: idOf(at), listingId: `listing of ${idOf(at)}` }))
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'update-price', tokens })
})

// @feature portfolio.actions, list.reprice, list.delist
it.each([
  ['a wide window', false, 'valid', ['Edit listing', 'Delist']],
  ['a wide window', false, 'reserved', ['Edit listing', 'Delist']],
  ['a wide window', false, 'token-frozen', ['Edit listing', 'Delist']],
  ['a wide window', false, 'marketplace-closed', ['Delist']],
  ['a narrow window', true, 'valid', ['Edit listing', 'Delist']],
  ['a narrow window', true, 'marketplace-closed', ['Delist']],
] as const)(
  'offers in the row of %s (%s) what the seller of a listing can do: %s',
  async (_, isNarrow, validity, offered) => {
    setNarrow(isNarrow)
    walletSession.set((before) => ({ ...before, address: ME }))
    const listing = testingListing(idOf(1), { marketplace: 'own', validity })
    openListings(() => [{ ...listed(1), ownListings: [listing] }], floorsOf)
    const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
    const user = userEvent.setup()
    const names = { 'Edit listing': 'Edit listing Stone #1', Delist: 'Delist Stone #1' }
    /** The buttons of the row, or of its menu. */
    const actions = async () => {
      if (!isNarrow) return within(row).getAllByRole('button', { name: /^(?!Set cost)/ })
      await user.click(await within(row).findByRole('button', { name: 'Actions for Stone #1' }))
      return screen.findAllByRole('menuitem')
    }
    for (const [at, action] of offered.entries()) {
      const shown = await actions()
      const labels = shown.map((one) => one.getAttribute('aria-label') ?? one.textContent)
      expect(labels).toEqual(isNarrow ? offered : offered.map((each) => names[each]))
      await user.click(shown[at] ?? document.body)
      expect(commandRequest('openTrade')).toMatchObject({
        kind: action === 'Delist' ? 'delist' : 'update-price',
        tokens: [{ tokenDataId: idOf(1), listingId: listing.listingId, listedPrice: listing.price }],
      })
      finishCommand('openTrade')
    }
  },
)

// @feature portfolio.pending
it('waits with a listing whose item has a pending transaction', async () => {
  setNarrow(false)
  walletSession.set((before) => ({ ...before, address: ME }))
  openListings(() => [listed(1), listed(2)], floorsOf)
  const delist = (at: number) => screen.findByRole('button', { name: `Delist Stone #${at}` })
  await delist(1)
  act(() => pendingTokens.set(new Set([idOf(1)])))
  expect((await delist(1)).getAttribute('aria-disabled')).toBe('true')
  const edit = (at: number) => screen.getByRole('button', { name: `Edit listing Stone #${at}` })
  expect([1, 2].map((at) => edit(at).getAttribute('aria-disabled'))).toEqual(['true', null])
  fireEvent.click(edit(1))
  expect(commandRequest('openTrade')).toBeNull()
  expect((await delist(2)).getAttribute('aria-disabled')).toBeNull()
})

function setNarrow(isNarrow: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }))
}
