import type { ReservedListing } from '@opal/contract/portfolio/reserved-listings'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { storeWallet } from '../../../entities/wallet/stored-wallet.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, NO_TERMS, testingItem, testingListing } from '../../../testing/testing-item.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import { PortfolioPanel } from '../tabs/portfolio-panel.tsx'

// @vitest-environment happy-dom
const OTHER = `0x${'d'.repeat(64)}`
const idOf = (at: number) => `0x${(at + 1).toString(16).padStart(64, '0')}`

/** A reservation, by the minute in which it ends; null for one without an end. */
type Reservation = number | null
const expiresIn = (minute: Reservation) => (minute === null ? null : String(minute * 60))

/** Returns the listings that a wallet can buy in a minute, as the API answers them. */
function reservedAt(all: readonly Reservation[], minute: number): readonly ReservedListing[] {
  return all.flatMap((end, at) => {
    if (end !== null && end <= minute) return []
    const terms = { ...NO_TERMS, startPrice: '100000000', reservedFor: ME, expiresAtSeconds: expiresIn(end) }
    const listing = testingListing(idOf(at), { marketplace: 'own', validity: 'reserved', terms })
    return [{ token: testingItem(idOf(at)), listing }]
  })
}

/** Opens the portfolio of `ME`. @returns the number of times that its reservations were asked for. */
function open(rows: () => readonly ReservedListing[]) {
  const asked = vi.fn()
  renderSite(
    <PortfolioPanel wallet={ME} view={DEFAULT_PORTFOLIO_VIEW} onViewChange={() => {}}>
      items
    </PortfolioPanel>,
    {
      [`/data/user/listings/reserved/${ME}`]: () => {
        asked()
        return { data: rows(), nextCursor: null }
      },
    },
  )
  return asked
}

const shown = () => screen.queryByRole('button', { name: /reserved for you/ })?.textContent ?? null
const labelOf = (count: number) => (count === 0 ? null : `${count} ${count === 1 ? 'item' : 'items'} reserved for you`)
const be = (address: string | null) =>
  walletSession.set((before) => ({ ...before, status: address === null ? 'disconnected' : 'connected', address }))

function reset(): void {
  cleanup()
  storeWallet(null)
  walletSession.set(walletSession.initial)
}
afterEach(() => {
  reset()
  vi.unstubAllGlobals()
})

// @feature portfolio.reserved
it('counts what can be bought now, whatever was reserved and has expired', async () => {
  const reservations = fc.array(fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(reservations, fc.nat(10), async (all, minute) => {
      reset()
      be(ME)
      const rows = reservedAt(all, minute)
      const asked = open(() => rows)
      await waitFor(() => expect(asked).toHaveBeenCalled())
      await waitFor(() => expect(shown()).toBe(labelOf(rows.length)))
    }),
    { numRuns: 25 },
  )
})

// @feature portfolio.reserved
it('counts less as reservations expire, and is gone with the last, without an activity', async () => {
  be(ME)
  const all = [1, 2, null]
  let minute = 0
  open(() => reservedAt(all, minute))
  await waitFor(() => expect(shown()).toBe('3 items reserved for you'))
  const { collectionId } = testingItem(idOf(0))
  const expire = () => {
    minute += 1
    act(() => deliverLive({ kind: 'listings_change', id: String(minute), version: '1', at: '1', collectionId }))
  }
  expire()
  await waitFor(() => expect(shown()).toBe('2 items reserved for you'))
  expire()
  await waitFor(() => expect(shown()).toBe('1 item reserved for you'))
  all.pop()
  expire()
  await waitFor(() => expect(shown()).toBeNull())
}, 60_000)

// @feature portfolio.reserved
it.each([
  ['its wallet is connected', ME, null, true],
  ['its wallet was connected at the last visit', null, ME, true],
  ['another wallet is connected', OTHER, null, false],
  ['another wallet was connected at the last visit', null, OTHER, false],
  ['its wallet was connected before another one', OTHER, ME, false],
  ['no wallet is known', null, null, false],
])('is for the owner of the portfolio alone: %s', async (_, connected, stored, isShown) => {
  if (stored !== null) storeWallet({ name: 'Petra', address: stored, publicKey: '0x00' })
  be(connected)
  const asked = open(() => reservedAt([null, null], 0))
  if (isShown) return waitFor(() => expect(shown()).toBe('2 items reserved for you'))
  await act(async () => {})
  expect([shown(), asked.mock.calls.length]).toEqual([null, 0])
})

// @feature portfolio.reserved
it('comes and goes with the wallet', async () => {
  be(null)
  open(() => reservedAt([null], 0))
  expect(shown()).toBeNull()
  act(() => be(ME))
  await waitFor(() => expect(shown()).toBe('1 item reserved for you'))
  act(() => be(OTHER))
  expect(shown()).toBeNull()
})

// @feature portfolio.reserved
it('leads to the listings among the bids received, of all collections', async () => {
  be(ME)
  const onViewChange = vi.fn()
  const view = { ...DEFAULT_PORTFOLIO_VIEW, collection: idOf(7) }
  renderSite(
    <PortfolioPanel wallet={ME} view={view} onViewChange={onViewChange}>
      items
    </PortfolioPanel>,
    { [`/data/user/listings/reserved/${ME}`]: () => ({ data: reservedAt([null], 0), nextCursor: null }) },
  )
  fireEvent.click(await screen.findByRole('button', { name: '1 item reserved for you' }))
  expect(onViewChange).toHaveBeenCalledWith({
    ...DEFAULT_PORTFOLIO_VIEW,
    tab: 'bids-received',
    reserved: 'shown',
  })
})
