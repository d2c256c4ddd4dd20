import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import ClaimableTab from './claimable-tab.tsx'

// @vitest-environment happy-dom
const PATH = `/data/user/offers/${ME}`
const ID = `0x${'c'.repeat(64)}`
const OFFER = {
  collection_id: ID,
  collection_name: 'Stones',
  creator_address: ID,
  token_data_id: ID,
  name: 'Stone #7',
  from_address: ID,
  property_version: '0',
  token_uri: '',
  image: null,
  amount: '1',
  rarity: 3,
  collection_supply: 10,
  listed_price: '200000000',
  top_bid: null,
}

/** The end of the list is always on the screen. */
class AlwaysNear {
  private readonly call: (entries: readonly { readonly isIntersecting: boolean }[]) => void
  constructor(call: AlwaysNear['call']) {
    this.call = call
  }
  observe() {
    this.call([{ isIntersecting: true }])
  }
  disconnect() {}
}

const logged = vi.fn()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(logged)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// @feature portfolio.offers, rarity.tooltip
it('shows Item with its sender, Rarity, List Price, Top Bid and Action, and offers the claim to the owner only', async () => {
  const answers = {
    [PATH]: () => ({ data: [OFFER], nextCursor: null }),
    [`${PATH}/sent`]: () => ({ data: [], nextCursor: null }),
    '/data/user/names': () => ({ data: [{ wallet_address: ID, name: 'mara-voss.apt', is_wallet_address: true }] }),
  }
  renderSite(<ClaimableTab wallet={ME} collection={null} />, answers)
  const table = await screen.findByRole('table', { name: 'Claimable' })
  await within(table).findByTitle('Stone #7')
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Item', 'Rarity', 'List Price', 'Top Bid', 'Action'])
  within(table).getByTitle('Rarity rank 3, TOP 30%')
  const sender = await within(table).findByRole('link', { name: 'mara-voss.apt' })
  expect(sender.getAttribute('href')).toBe(`/${ID}`)
  expect(sender.closest('td')?.textContent).toContain('Stones · from mara-voss.apt')
  expect(screen.queryByRole('button', { name: 'Claim Stone #7' })).toBeNull()
  cleanup()
  walletSession.set((before) => ({ ...before, address: ME }))
  renderSite(<ClaimableTab wallet={ME} collection={null} />, answers)
  fireEvent.click(await screen.findByRole('button', { name: 'Claim Stone #7' }))
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'claim', claim: { name: 'Stone #7', fromAddress: ID } })
})

// @feature portfolio.offers
it('shows No Offers for an empty list', async () => {
  renderSite(<ClaimableTab wallet={ME} collection={null} />, { [PATH]: () => ({ data: [], nextCursor: null }) })
  await screen.findByText('No Offers')
})

// @feature portfolio.offers, outage.api
it('logs and shows a failure instead of No Offers, and the offers after a retry', async () => {
  let isThere = false
  const answer = () => {
    if (!isThere) throw new ApiFailure(500, 'out of order')
    return { data: [OFFER], nextCursor: null }
  }
  renderSite(<ClaimableTab wallet={ME} collection={null} />, { [PATH]: answer })
  await screen.findByText('Couldn’t load claimable items')
  expect(screen.queryByText('No Offers')).toBeNull()
  expect(logged).toHaveBeenCalledWith('The offers could not be fetched.', expect.anything())
  isThere = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByTitle('Stone #7')
})

// @feature portfolio.offers
it('updates when tokens are offered, withdrawn and claimed, also the stats next to the list', async () => {
  let rows: readonly object[] = [OFFER]
  renderSite(<ClaimableTab wallet={ME} collection={null} />, { [PATH]: () => ({ data: rows, nextCursor: null }) })
  await screen.findByTitle('Stone #7')
  const message = { id: '1', collectionId: ID, version: '1', at: '1' } as const

  rows = []
  act(() => deliverLive({ ...message, kind: 'claims_change', wallet: ID }))
  act(() => deliverLive({ ...message, kind: 'claims_change', wallet: ME }))
  await screen.findByText('No Offers')

  rows = [OFFER]
  act(() => deliverLive({ ...message, kind: 'claims_change', wallet: ME }))
  await screen.findByTitle('Stone #7')

  rows = [{ ...OFFER, top_bid: '330000000' }]
  act(() => deliverLive({ ...message, kind: 'bid_change', new: '330000000', old: null }))
  await screen.findByTitle('3.3 APT')
})

// @feature portfolio.offers
it('fetches and shows every page of many offers in sequence', async () => {
  const asked: (string | null)[] = []
  const unanswered: (() => void)[] = []
  const answer = async (_: unknown, { searchParams }: URL) => {
    const cursor = searchParams.get('cursor')
    asked.push(`${searchParams.get('take')} ${cursor}`)
    await new Promise<void>((resolve) => void unanswered.push(resolve))
    const page = cursor === null ? 0 : Number(cursor.slice(1))
    const data = Array.from({ length: page === 2 ? 30 : 100 }, (_row, at) => {
      const number = page * 100 + at
      return { ...OFFER, name: `Stone #${number}`, token_data_id: `0x${number.toString(16).padStart(64, '0')}` }
    })
    return { data, nextCursor: page === 2 ? null : `p${page + 1}` }
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('IntersectionObserver', AlwaysNear)
  renderSite(<ClaimableTab wallet={ME} collection={null} />, { [PATH]: answer })
  // Responses take a second, so that the page shows its loading state.
  const afterASecond = async () => {
    unanswered.shift()?.()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    return asked
  }
  await expect.poll(afterASecond).toEqual(['100 null', '100 p1', '100 p2'])
  await afterASecond()
  expect(asked).toHaveLength(3)
})
