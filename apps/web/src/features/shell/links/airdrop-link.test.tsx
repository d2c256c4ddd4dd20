import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { AirdropLink } from './airdrop-link.tsx'
import { useAirdropLead } from './use-airdrop-lead.ts'

// @vitest-environment happy-dom
const YOU = `0x${'a'.repeat(64)}`

function Bar() {
  useAirdropLead()
  return <AirdropLink className="">Airdrop</AirdropLink>
}

function connect(): void {
  walletSession.set((before) => ({ ...before, status: 'connected', address: YOU }))
}

afterEach(() => {
  cleanup()
  finishCommand('openConnect')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

// @feature shell.airdrop-link
it('asks for a wallet, and navigates as soon as it is connected', async () => {
  const { router } = renderSite(<Bar />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Airdrop' }))
  expect(commandRequest('openConnect')).toBe(true)
  expect(router.state.location.pathname).toBe('/')
  act(() => {
    connect()
    finishCommand('openConnect')
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/airdrop'))
})

// @feature shell.airdrop-link
it('does not navigate after the dialog was closed, also when a wallet connects later', async () => {
  const { router } = renderSite(<Bar />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Airdrop' }))
  act(() => finishCommand('openConnect'))
  act(connect)
  const link = await screen.findByRole('link', { name: 'Airdrop' })
  expect(link.getAttribute('href')).toBe('/airdrop')
  expect(router.state.location.pathname).toBe('/')
})
