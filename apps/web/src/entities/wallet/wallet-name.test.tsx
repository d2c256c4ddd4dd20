import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { truncateName } from '../../shared/format/name.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { followedWallets } from './followed-wallets.ts'
import { LaterAddressName } from './later-address-name.tsx'
import { WalletName } from './wallet-name.tsx'

// @vitest-environment happy-dom
const ADDRESS = `0x3f49${'0'.repeat(56)}73db`
const WALLET = { walletAddress: ADDRESS, aptosName: 'mara-voss.apt', isWalletAddress: true }
const PNL = { ...NO_PNL, estimatedPrice: '1234500000000', realizedPNL: '-150000000', totalCount: '42', listedCount: 3 }
const ANSWERS = { [`/data/user/pnl/${ADDRESS}`]: () => PNL }

beforeEach(() => window.localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  followedWallets.set([])
})

// @feature wallets.identity
it('renders its identicon, and none next to another one', () => {
  const { container } = renderSite(<WalletName wallet={WALLET} />, {})
  expect(container.querySelectorAll('svg')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'mara-voss.apt' })).toBeTruthy()
  cleanup()
  const bare = renderSite(<WalletName wallet={{ ...WALLET, aptosName: null }} bare />, {})
  expect(bare.container.querySelectorAll('svg')).toHaveLength(0)
  expect(screen.getByRole('link', { name: '0x3f49…73db' })).toBeTruthy()
})

// @feature wallets.identity, format.names
it('keeps its one ellipsis and its ending apart from what gives way in a narrow cell, where it is cut', () => {
  const stems = fc
    .array(fc.constantFrom(...'abcmwz-'), { minLength: 1, maxLength: 32, size: 'max' })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(stems, fc.boolean(), (stem, isWhole) => {
      cleanup()
      renderSite(<WalletName wallet={{ ...WALLET, aptosName: `${stem}.apt` }} isWhole={isWhole} />, {})
      const link = screen.getByRole('link')
      const isCut = stem.length > 12 && !isWhole
      const shown = isCut ? `${truncateName(stem)}apt` : `${stem}.apt`
      expect(link.textContent).toBe(shown)
      const parts = [...(link.firstElementChild?.children ?? [])].map(({ textContent }) => textContent)
      expect(parts).toEqual(isCut ? [shown.slice(0, -4), '…apt'] : [])
    }),
    { numRuns: 40 },
  )
})

// @feature wallets.identity
it('becomes the name and a link where only the address was known', async () => {
  const names = {
    '/data/user/names': () => ({ data: [{ wallet_address: ADDRESS, name: 'mara-voss.apt', is_wallet_address: true }] }),
  }
  renderSite(<LaterAddressName address={ADDRESS} />, names)
  expect(screen.getByText('0x3f49…73db')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'mara-voss.apt' })
  expect(link.getAttribute('href')).toBe(`/${ADDRESS}`)
})

// @feature wallets.card, wallets.follow
it('shows holdings and P&L on hover, and follows the wallet', async () => {
  renderSite(<WalletName wallet={WALLET} />, ANSWERS)
  fireEvent.pointerEnter(screen.getByRole('link'), { pointerType: 'mouse' })
  const card = await screen.findByRole('group', { name: 'Wallet mara-voss.apt' })
  await expect.poll(() => card.textContent).toMatch(/Items42.*Est\. value.*12\.3K.*Realized P&L-1\.5 APT/)
  // A dialog would turn off the keys of the page behind.
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Follow' }))
  expect(screen.getByRole('button', { name: 'Following', pressed: true })).toBeTruthy()
  expect(window.localStorage.getItem('opal.followed-wallets')).toBe(JSON.stringify([ADDRESS]))
  await act(async () => userEvent.click(screen.getByRole('button', { name: 'Following' })))
  expect(window.localStorage.getItem('opal.followed-wallets')).toBeNull()
})
