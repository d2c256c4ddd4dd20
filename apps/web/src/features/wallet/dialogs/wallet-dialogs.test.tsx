import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { finishCommand, openConnect, openDisconnect } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { walletChoices } from '../wallet-choices.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'

// @vitest-environment happy-dom
const YOU = `0x${'a'.repeat(64)}`
const user = userEvent.setup()

afterEach(() => {
  cleanup()
  finishCommand('openConnect')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the connect dialog', () => {
  // @feature wallet.connect-dialog, wallet.terms, wallet.obsolete, wallet.groups
  it('lists ten wallets, marks the discontinued ones, and shows the notice', () => {
    openConnect()
    renderSite(<ConnectDialog choices={walletChoices([])} onConnect={async () => {}} />, {})
    const names = screen.getAllByRole('listitem').map((item) => item.textContent ?? '')
    const ten = [
      'Petra',
      'Continue with Google',
      'Backpack',
      'OKX Wallet',
      'Rise',
      'Pontem',
      'Fewcha',
      'TrustWallet',
      'MSafe',
      'Spika',
    ]
    expect(names).toHaveLength(10)
    for (const name of ten) expect(names.filter((text) => text.includes(name))).toHaveLength(1)
    expect(names.filter((text) => text.includes('Preferred'))).toEqual([names.find((text) => text.includes('Petra'))])
    expect(names.filter((name) => name.includes('Discontinued'))).toHaveLength(3)
    // The discontinued ones stay out of sight, with everything that is not there, until someone asks for more.
    const more = screen.getByText('More wallets').closest('details')
    expect(more?.open).toBe(false)
    const hidden = [...(more?.querySelectorAll('li') ?? [])].map((item) => item.textContent ?? '')
    expect(hidden).toHaveLength(8)
    expect(hidden.slice(-3).every((name) => name.includes('Discontinued'))).toBe(true)
    const disabled = screen
      .getAllByRole<HTMLButtonElement>('button', { hidden: true })
      .filter((button) => button.disabled)
    expect(disabled.map((button) => button.textContent)).toEqual(hidden.slice(-3))
    for (const name of ['Terms of Service', 'Privacy Policy']) {
      expect(screen.getByRole('link', { name }).getAttribute('target')).toBe('_blank')
    }
  })

  // @feature wallet.install, wallet.obsolete
  it.each(walletChoices([]))('opens the install page of $name after 1 second, unless it is discontinued', (choice) => {
    vi.useFakeTimers()
    const open = vi.fn()
    vi.stubGlobal('open', open)
    openConnect()
    renderSite(<ConnectDialog choices={walletChoices([])} onConnect={async () => {}} />, {})
    act(() => screen.getByText(choice.name).click())
    act(() => vi.advanceTimersByTime(999))
    expect(open).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(1))
    expect(open.mock.calls).toEqual(choice.obsolete ? [] : [[choice.url, '_blank', 'noopener']])
  })
})

// @feature wallet.disconnect-dialog
it("the disconnect dialog shows the wallet's address", async () => {
  walletSession.set((before) => ({ ...before, address: YOU, walletName: 'Petra' }))
  openDisconnect()
  const onDisconnect = vi.fn(async () => {})
  render(<DisconnectDialog onDisconnect={onDisconnect} />)
  screen.getByText(YOU)
  await user.click(screen.getByRole('button', { name: 'Disconnect Wallet' }))
  expect(onDisconnect).toHaveBeenCalledTimes(1)
})
