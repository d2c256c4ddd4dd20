import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { storeWallet } from '../../../entities/wallet/stored-wallet.ts'
import { type WalletSession, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { AirdropLink } from './airdrop-link.tsx'
import { PortfolioLink } from './portfolio-link.tsx'

// @vitest-environment happy-dom
const STORED = `0x${'a'.repeat(64)}`
const CONNECTED = `0x${'b'.repeat(64)}`
const STATES: readonly WalletSession['status'][] = ['waiting', 'restoring', 'disconnected', 'connecting', 'connected']

function Bar() {
  return (
    <>
      <PortfolioLink className="">Portfolio</PortfolioLink>
      <AirdropLink className="">Airdrop</AirdropLink>
    </>
  )
}

afterEach(() => {
  cleanup()
  storeWallet(null)
  finishCommand('openConnect')
  walletSession.set(walletSession.initial)
})

describe('Portfolio and Airdrop', () => {
  // @feature shell.portfolio-link, shell.airdrop-link
  it.each(STATES)('link to the stored wallet while the wallet is %s, then to the connected one', (status) => {
    storeWallet({ name: 'Petra', address: STORED, publicKey: '0x00' })
    const address = status === 'connected' ? CONNECTED : null
    walletSession.set((before) => ({ ...before, status, address }))
    renderSite(<Bar />, {})
    const own = status === 'connected' ? CONNECTED : STORED
    expect(screen.getByRole('link', { name: 'Portfolio' }).getAttribute('href')).toBe(`/${own}`)
    expect(screen.getByRole('link', { name: 'Airdrop' }).getAttribute('href')).toBe('/airdrop')
    expect(commandRequest('openConnect')).toBeNull()
  })

  // @feature shell.portfolio-link, shell.airdrop-link
  it('ask for a wallet when none is known, and again after a disconnect', () => {
    storeWallet({ name: 'Petra', address: STORED, publicKey: '0x00' })
    renderSite(<Bar />, {})
    act(() => {
      storeWallet(null)
      walletSession.set((before) => ({ ...before, status: 'disconnected' }))
    })
    fireEvent.click(screen.getByRole('button', { name: 'Portfolio' }))
    expect(commandRequest('openConnect')).toBe(true)
    expect(screen.getByRole('button', { name: 'Airdrop' })).toBeTruthy()
  })
})
