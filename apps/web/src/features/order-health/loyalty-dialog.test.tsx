import type { Activity } from '@opal/contract/activities'
import type { MarketplaceInfo } from '@opal/contract/network'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest } from '../../app/commands.ts'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { type ApiAnswers, renderSite } from '../../testing/render-site.tsx'
import { testingItem, testingListing } from '../../testing/testing-item.ts'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import LoyaltyDialog from './loyalty-dialog.tsx'
import { loyaltyOf, resetOrderHealth, YOU } from './testing/order-health-fixtures.ts'

// @vitest-environment happy-dom
afterEach(resetOrderHealth)

/** A second marketplace in addition to our own. */
const ELSEWHERE: MarketplaceInfo = {
  id: 'other',
  displayName: 'Other Market',
  isNative: false,
  status: 'active',
  abilities: ['buy', 'list', 'delist'],
  bidsExpire: true,
  feeBps: 250,
  commissionBps: 250,
  packageAddress: null,
}
const ids = ['1', '2'].map((digit) => `0x${digit.repeat(64)}`)

/** A wallet that lists two items elsewhere, until they are moved. */
function disloyal() {
  const state = { isMoved: false, prices: ['100000000', '200000000'] }
  const items = () =>
    ids.map((id, at) => {
      const listing = testingListing(id, { marketplace: 'other', price: state.prices[at] ?? '0' })
      return testingItem(id, { name: `Stone #${at + 1}`, ownListings: [listing] })
    })
  const tokens = () => ({ data: state.isMoved ? [] : items(), nextCursor: null, total: state.isMoved ? 0 : 2 })
  const answers: ApiAnswers = {
    ...loyaltyOf(() => ({ loyaltyPoints: state.isMoved ? 100 : 0 })),
    [`/data/user/tokens/${YOU}`]: tokens,
    [`/api/user/tokens/${YOU}`]: tokens,
  }
  renderSite(<LoyaltyDialog wallet={YOU} onClose={() => {}} />, answers, [...MARKETPLACES, ELSEWHERE])
  return state
}

// @feature loyalty.full, loyalty.meter
it.each([
  [0, 0, '-50'],
  [0, 2, '-50'],
  [100, 0, '70'],
  [100, 2, '70'],
] as const)(
  'of %i, with %i listings elsewhere: congratulates at 100 alone with an animation, and says where nothing is to move',
  async (loyaltyPoints, count, degrees) => {
    const listed = ids.slice(0, count).map((id) => {
      return testingItem(id, { ownListings: [testingListing(id, { marketplace: 'other' })] })
    })
    const tokens = () => ({ data: listed, nextCursor: null, total: count })
    const answers: ApiAnswers = {
      ...loyaltyOf(() => ({ loyaltyPoints })),
      [`/data/user/tokens/${YOU}`]: tokens,
      [`/api/user/tokens/${YOU}`]: tokens,
    }
    renderSite(<LoyaltyDialog wallet={YOU} onClose={() => {}} />, answers, [...MARKETPLACES, ELSEWHERE])
    await screen.findByRole('dialog', { name: 'Maximize your season 1 reward' })
    const gauge = await screen.findByRole('meter', { name: 'Your Loyalty Score' })
    expect(gauge.getAttribute('aria-valuenow')).toBe(String(loyaltyPoints))
    expect(gauge.querySelector('g')?.style.transform).toBe(`rotate(${degrees}deg)`)
    const words = screen.queryByText('Congratulation!', { exact: false })
    expect(words !== null).toBe(loyaltyPoints === 100)
    const sparks = document.querySelectorAll<HTMLElement>('[role="status"] > i')
    expect(sparks.length > 10).toBe(loyaltyPoints === 100)
    expect(new Set([...sparks].map(({ style }) => style.getPropertyValue('--turn'))).size).toBe(sparks.length)
    expect(screen.queryByText('No Nfts') !== null).toBe(count === 0)
    expect(screen.queryByRole('button', { name: 'Boost Your Loyalty' }) !== null).toBe(count > 0)
  },
)

// @feature loyalty.radar
it('shows the loyalty, and listings on other marketplaces with editable prices', async () => {
  disloyal()
  const dialog = await screen.findByRole('dialog', { name: 'Maximize your season 1 reward' })
  const gauge = await screen.findByRole('meter', { name: 'Your Loyalty Score' })
  expect(gauge.getAttribute('aria-valuenow')).toBe('0')
  within(dialog).getByRole('table', { name: 'Your listings on other marketplaces' })
  const [first, second] = ['Stone #1', 'Stone #2'].map((name) => screen.getByLabelText(`New price of ${name}`))
  expect([first, second].map((field) => (field as HTMLInputElement).value)).toEqual(['1', '2'])
  expect(screen.getAllByText(/Other Market/)).toHaveLength(2)
  // What the button will do, and what for.
  screen.getByText(/your loyalty is 0% and only half of your points count.*moves these to Opal: each is delisted there/)
  const boost = screen.getByRole<HTMLButtonElement>('button', { name: 'Boost Your Loyalty' })

  const type = (value: string) => act(() => void fireEvent.change(first as HTMLElement, { target: { value } }))
  type('')
  screen.getByText('Required.')
  expect(boost.disabled).toBe(true)
  type('-1')
  screen.getByText('Cannot be negative')
  type('0.0009')
  screen.getByText('Price cannot be below 0.001')
  act(() => void fireEvent.click(boost))
  await waitFor(() => expect(screen.getAllByText('Price cannot be below 0.001')).toHaveLength(2))
  expect(commandRequest('openTrade')).toBeNull()
})

// @feature loyalty.relist, list.reprice
it('moves no listing at the price that it had before another page edited it', async () => {
  const market = disloyal()
  const fields = await screen.findAllByLabelText<HTMLInputElement>(/^New price of /)
  const [edited, typed] = fields
  expect(fields.map(({ value }) => value)).toEqual(['1', '2'])
  act(() => void fireEvent.change(typed as HTMLElement, { target: { value: '3' } }))
  market.prices = ['900000000', '800000000']
  const [tokenDataId = ''] = ids
  const { collectionId } = testingItem(tokenDataId)
  const activity = { kind: 'reprice', from: YOU, to: null, tokenDataId, collectionId, price: '900000000' } as Activity
  act(() => deliverLive({ kind: 'activity', id: '1', collectionId, version: '1', at: '1', activity }))
  await waitFor(() => expect(edited?.value).toBe('9'))
  expect(typed?.value).toBe('3')
})

// @feature loyalty.relist
it('moves listings to Opal: loyalty becomes 100 and the list empties; shows an error when it fails', async () => {
  const market = disloyal()
  const boost = await screen.findByRole<HTMLButtonElement>('button', { name: 'Boost Your Loyalty' })
  act(() => void fireEvent.click(boost))
  const asked = commandRequest('openTrade')
  if (asked?.kind !== 'prepared') throw new Error('no transaction was asked for')
  expect(asked.prepared).toMatchObject({ title: 'Boost your loyalty', what: '2 listings from Other Market to Opal' })
  const build = vi.fn(async (_endpoint: unknown, _input: unknown) => null)
  await asked.prepared.build(build as never, YOU)
  const items = ids.map((tokenDataId, at) => {
    const listingId = `listing of ${tokenDataId}`
    return { tokenDataId, marketplace: 'other', listingId, price: String((at + 1) * 100_000_000) }
  })
  expect(build.mock.lastCall?.[1]).toEqual({ body: { walletAddress: YOU, items } })

  expect(asked.prepared.failure).toBe('Error Reslisting Tokens')
  act(() => asked.onSettled?.('failed', { tokenDataIds: [], bids: [] }))
  expect(boost.disabled).toBe(false)
  act(() => void fireEvent.click(boost))
  market.isMoved = true
  act(() => commandRequest('openTrade')?.onSettled?.('confirmed', { tokenDataIds: [], bids: [] }))
  await screen.findByText('Congratulation!')
  expect(screen.getByRole('meter', { name: 'Your Loyalty Score' }).getAttribute('aria-valuenow')).toBe('100')
  screen.getByText('No Nfts')
})
