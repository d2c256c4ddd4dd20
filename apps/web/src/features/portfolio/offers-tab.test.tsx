// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tradeRequest } from '../../lib/trade-request.ts'
import { walletSession } from '../../lib/wallet-session.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { ME } from '../../testing/testing-item.ts'
import OffersTab from './offers-tab.tsx'

const PATIENT = { timeout: 15_000 }
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
  listed_price: '200000000',
  top_bid: null,
}

const logged = vi.fn()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(logged)
})
afterEach(() => {
  cleanup()
  tradeRequest.set(null)
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// @feature portfolio.offers
it('shows Item, Rarity, List Price, Top Bid and Action, and leads the owner alone to the claim', async () => {
  const answers = { [PATH]: () => ({ data: [OFFER] }) }
  renderSite(<OffersTab wallet={ME} collection={null} />, answers)
  const table = await screen.findByRole('table', { name: 'Offers to claim' })
  await within(table).findByText('Stone #7', {}, PATIENT)
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Item', 'Rarity', 'List Price', 'Top Bid', 'Action'])
  expect(screen.queryByRole('button', { name: 'Claim Stone #7' })).toBeNull()
  cleanup()
  walletSession.set((before) => ({ ...before, address: ME }))
  renderSite(<OffersTab wallet={ME} collection={null} />, answers)
  fireEvent.click(await screen.findByRole('button', { name: 'Claim Stone #7' }, PATIENT))
  expect(tradeRequest.get()).toMatchObject({ kind: 'claim', claim: { name: 'Stone #7', fromAddress: ID } })
})

// @feature portfolio.offers
it('reads No Offers where there are none', async () => {
  renderSite(<OffersTab wallet={ME} collection={null} />, { [PATH]: () => ({ data: [] }) })
  await screen.findByText('No Offers', {}, PATIENT)
})

// @feature portfolio.offers, outage.api
it('logs a failure, says so instead of No Offers, and shows them when they can be had', async () => {
  let isThere = false
  const answer = () => {
    if (!isThere) throw new ApiFailure(500, 'out of order')
    return { data: [OFFER] }
  }
  renderSite(<OffersTab wallet={ME} collection={null} />, { [PATH]: answer })
  await screen.findByText('The offers could not be loaded', {}, PATIENT)
  expect(screen.queryByText('No Offers')).toBeNull()
  expect(logged).toHaveBeenCalledWith('The offers could not be fetched.', expect.anything())
  isThere = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Stone #7', {}, PATIENT)
})
