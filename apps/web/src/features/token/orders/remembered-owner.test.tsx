import type { Token } from '@opal/contract/tokens'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { storeWallet } from '../../../entities/wallet/stored-wallet.ts'
import { type WalletSession, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { hydrateSite, renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { MARKETPLACES as NATIVE_ONLY } from '../../../testing/testing-marketplaces.ts'
import { TokenDetail } from '../token-detail.tsx'

// @vitest-environment happy-dom
const YOU = `0x${'a'.repeat(64)}`
const OTHER = `0x${'b'.repeat(64)}`
const [OWN_MARKET] = NATIVE_ONLY
const MARKETPLACES = [
  ...NATIVE_ONLY,
  { ...OWN_MARKET, id: 'else', displayName: 'Elsewhere', isNative: false },
] as typeof NATIVE_ONLY

type Status = WalletSession['status']
const token = fc.record({
  owner: fc.constantFrom(YOU, OTHER),
  marketplace: fc.constantFrom(null, 'own', 'else'),
  rarity: fc.constantFrom(1, 90),
})
const unconnected = fc.constantFrom<Status>('waiting', 'restoring', 'connecting', 'disconnected')

function detailOf({ owner, marketplace, rarity }: { owner: string; marketplace: string | null; rarity: number }) {
  const changes: Partial<Token> =
    marketplace === null
      ? { marketplace, listedPrice: null, listingId: null }
      : { marketplace, listedPrice: '100000000' }
  return testingDetail({ ...changes, rarity, owner: { walletAddress: owner, aptosName: null, isWalletAddress: true } })
}

beforeEach(() => storeWallet({ name: 'Petra', address: YOU, publicKey: '0x00' }))
afterEach(() => {
  cleanup()
  storeWallet(null)
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

const be = (status: Status) =>
  walletSession.set((before) => ({ ...before, status, address: status === 'connected' ? YOU : null }))

/** Names of the buttons that trade, and whether the viewer is called the owner. */
function shown() {
  const trades = /^(Buy Now|Place a Bid|Bid above floor|List|Edit listing|Move|Delist|Transfer) /
  const buttons = screen.queryAllByRole<HTMLButtonElement>('button', { name: trades })
  const owner = screen.queryAllByText('You').length === 0 ? 'someone else' : 'You'
  return { names: buttons.map((button) => button.getAttribute('aria-label')), owner, buttons }
}

describe('a token of the previously connected wallet', () => {
  // @feature trade.actions-by-viewer, wallet.own-at-once
  it("offers the owner's actions before the wallet has reconnected", async () => {
    await fc.assert(
      fc.asyncProperty(token, unconnected, async (choice, status) => {
        be('connected')
        const connected = renderSite(
          <TokenDetail token={detailOf(choice)} activity={null} place="page" />,
          {},
          MARKETPLACES,
        )
        await act(async () => {})
        const expected = shown()
        connected.unmount()
        be(status)
        const early = renderSite(
          <TokenDetail token={detailOf(choice)} activity={null} place="page" />,
          {},
          MARKETPLACES,
        )
        await act(async () => {})
        const { names, owner, buttons } = shown()
        expect({ names, owner }).toEqual({ names: expected.names, owner: expected.owner })
        // A press waits for the wallet, which a lost one would not.
        for (const button of buttons) {
          expect(button.disabled).toBe(false)
          fireEvent.click(button)
          expect(commandRequest('openTrade')).not.toBeNull()
          finishCommand('openTrade')
        }
        early.unmount()
      }),
      { seed: 20261123, numRuns: 24 },
    )
  })

  // @feature trade.actions-by-viewer, wallet.own-at-once
  it('shows as owned as soon as the shared HTML is hydrated', async () => {
    const errors = vi.spyOn(console, 'error')
    const detail = detailOf({ owner: YOU, marketplace: 'own', rarity: 90 })
    const names = { '/data/user/names': () => ({ data: [] }) }
    const { html } = await hydrateSite(<TokenDetail token={detail} activity={null} place="page" />, names, MARKETPLACES)
    expect(html).toContain('Buy Now')
    const head = [`Edit listing ${detail.name}`, `Delist ${detail.name}`]
    expect(shown()).toMatchObject({ names: [...head, 'Edit listing at 1 APT', 'Delist at 1 APT'], owner: 'You' })
    expect(errors).not.toHaveBeenCalled()
  })

  // @feature wallet.disconnected
  it("shows as another wallet's after a disconnect", async () => {
    be('connected')
    renderSite(
      <TokenDetail token={detailOf({ owner: YOU, marketplace: 'own', rarity: 90 })} activity={null} place="page" />,
      {},
      MARKETPLACES,
    )
    // The wallet's code tells the page first, and deletes the stored wallet after it.
    act(() => be('disconnected'))
    act(() => storeWallet(null))
    expect(shown()).toMatchObject({ owner: 'someone else', names: expect.arrayContaining(['Buy Now Stone #9']) })
  })
})
