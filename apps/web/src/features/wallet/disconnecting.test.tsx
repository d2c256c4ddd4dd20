import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStoredWallet } from '../../entities/wallet/stored-wallet.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { Bridge, beginWithoutWallet, resetBridge } from './testing/bridge.tsx'
import { ACCOUNT, adapter, connectWallet, YOU } from './testing/wallet-adapter.ts'

// @vitest-environment happy-dom
vi.mock('@aptos-labs/wallet-adapter-react', async () => {
  const { adapter } = await import('./testing/wallet-adapter.ts')
  return { useWallet: () => adapter }
})

const user = userEvent.setup()

beforeEach(beginWithoutWallet)
afterEach(resetBridge)

describe('disconnecting', () => {
  // @feature wallet.disconnected
  it("clears stored data, toasts 'Petra Wallet Disconnected Succefully.' and navigates to /", async () => {
    connectWallet()
    const { router } = renderSite(<Bridge />, {})
    await act(() => router.navigate('/activity'))
    await user.click(screen.getByRole('button', { name: 'disconnect' }))
    expect((await screen.findAllByText('Petra Wallet Disconnected Succefully.')).length).toBeGreaterThan(0)
    expect(readStoredWallet()).toBeNull()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  // @feature wallet.disconnected
  it('does the same once, wherever it starts', async () => {
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    const again: { render: () => void } = { render: () => {} }
    function Page() {
      const [, setTimes] = useState(0)
      again.render = () => setTimes((times) => times + 1)
      return <Bridge />
    }
    const { router } = renderSite(<Page />, {})
    for (const [who, disconnect] of [
      ['the extension', async () => {}],
      ['the site', () => user.click(screen.getByRole('button', { name: 'disconnect' }))],
      ['the extension again', async () => {}],
    ] as const) {
      await act(() => router.navigate('/activity'))
      adapter.account = ACCOUNT
      act(() => again.render())
      expect(readStoredWallet()?.address, who).toBe(YOU)
      const visits: string[] = []
      const stop = router.subscribe(({ location }) => visits.push(location.pathname))
      adapter.disconnect.mockImplementation(async () => {
        adapter.account = null
        act(() => again.render())
      })
      await disconnect()
      adapter.account = null
      act(() => again.render())
      await waitFor(() => expect(router.state.location.pathname, who).toBe('/'))
      expect(readStoredWallet(), who).toBeNull()
      expect(visits, who).toEqual(['/'])
      stop()
    }
    expect(walletSession.get().address).toBeNull()
  })

  // @feature wallet.disconnect-failed
  it("toasts 'An error occurred while disconnecting wallet.' when it fails", async () => {
    adapter.disconnect.mockRejectedValue(new Error('no'))
    renderSite(<Bridge />, {})
    await user.click(screen.getByRole('button', { name: 'disconnect' }))
    await screen.findByText('An error occurred while disconnecting wallet.')
  })
})
