import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commandRequest } from '../../../app/commands.ts'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { testingListing } from '../../../testing/testing-item.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { asked, collectionId, connectMe, idOf, openReceived, resetBidsTab, stone } from '../testing/bids-tab-driver.tsx'
import { bidOf } from '../testing/testing-bid.ts'

// @vitest-environment happy-dom
beforeEach(connectMe)
afterEach(resetBidsTab)

const accept = (name: string) => screen.findByRole('button', { name })
const ACCEPT = 'Accept the bid of 1.67 APT for Stones'
const BID = { marketplace: 'own', offerId: '0xb', price: '167000000' }

// @feature portfolio.bids
it('opens the sale of the item that a bid is for', async () => {
  openReceived([bidOf({ tokenDataId: idOf(1), propertyVersion: '3', name: 'Stone #1', tokenBid: true })], () => [])
  fireEvent.click(await accept('Accept the bid of 1.67 APT for Stone #1'))
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'accept-bid',
    tokens: [{ tokenDataId: idOf(1), propertyVersion: '3', bid: BID }],
    shownOctas: '160000000',
  })
  expect(asked).not.toHaveBeenCalledWith(collectionId)
})

// @feature portfolio.bids
it('opens the sale of the only item that the wallet holds of the wanted collection', async () => {
  openReceived([bidOf()], () => [stone(1)])
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull())
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'accept-bid',
    tokens: [{ tokenDataId: idOf(1), bid: BID }],
    shownOctas: '160000000',
  })
  expect(asked).toHaveBeenCalledWith(collectionId)
})

// @feature portfolio.bids
it('opens the sale of the item by which least is lost, with the others to choose from', async () => {
  const listed = stone(1, {
    estimatedPrice: '1',
    ownListings: [testingListing(idOf(1), { marketplace: 'own', price: '200000000' })],
  })
  const items = [
    listed,
    stone(2, { estimatedPrice: '200000000', rarity: 99 }),
    stone(3, { estimatedPrice: '150000000', rarity: 99 }),
    stone(4, { estimatedPrice: '150000000', rarity: 9, held: '2' }),
    stone(5, { estimatedPrice: '150000000', rarity: 9 }),
  ]
  openReceived([bidOf()], () => items)
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull())
  const one = (name: string) => ({ name, bid: BID })
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'accept-bid',
    tokens: [one('Stone #4')],
    others: [one('Stone #3'), one('Stone #5'), one('Stone #2'), { ...one('Stone #1'), listedPrice: '200000000' }],
    atMost: 1,
  })
})

// @feature portfolio.bids
it('sells first of items estimated alike what cost least, whatever its rarity, and unknown costs after it', async () => {
  const cost = (at: number, costPrice: string | null, rest = {}) =>
    stone(at, { estimatedPrice: '150000000', rarity: 100 - at, costPrice, ...rest })
  openReceived([bidOf()], () => [cost(1, null), cost(2, '900000000'), cost(3, '20000000')])
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull())
  expect(commandRequest('openTrade')).toMatchObject({
    tokens: [{ name: 'Stone #3' }],
    others: [{ name: 'Stone #2' }, { name: 'Stone #1' }],
  })
})

// @feature portfolio.bids
it('sells a listed item where no other is held, and as many as the bid takes', async () => {
  const listed = stone(1, { ownListings: [testingListing(idOf(1), { marketplace: 'own', price: '200000000' })] })
  openReceived([bidOf({ total: '50' })], () => [listed])
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull())
  expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ name: 'Stone #1' }], others: [], atMost: 30 })
})

// @feature portfolio.bids
it('offers the items of later pages too', async () => {
  const pages = [
    { data: [stone(1), stone(2)], nextCursor: 'p2', total: 3 },
    { data: [stone(3, { rarity: 999 })], nextCursor: null, total: 3 },
  ]
  openReceived([bidOf()], (cursor) => pages[cursor === null ? 0 : 1] ?? [])
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull())
  expect(commandRequest('openTrade')).toMatchObject({
    tokens: [{ name: 'Stone #3' }],
    others: [{ name: 'Stone #1' }, { name: 'Stone #2' }],
  })
})

// @feature portfolio.bids
it.each([
  ['nothing of it is held any more', () => [], 'This wallet no longer holds an item of Stones'],
  [
    'the items cannot be loaded',
    () => {
      throw new ApiFailure(500, 'out of order')
    },
    'Couldn’t load your items. Try again.',
  ],
])('says so where %s', async (_, items, words) => {
  openReceived([bidOf()], items)
  fireEvent.click(await accept(ACCEPT))
  await screen.findByText(words)
  expect(commandRequest('openTrade')).toBeNull()
})

// @feature portfolio.bids
it('offers no sale where the marketplace takes none', async () => {
  const shut = MARKETPLACES.map((marketplace) => ({ ...marketplace, abilities: [] }))
  openReceived([bidOf()], () => [], shut)
  await screen.findByText('Collection bid')
  expect(screen.queryByRole('button', { name: ACCEPT })).toBeNull()
})

// @feature portfolio.pending
it('waits with a sale whose bid is being accepted', async () => {
  openReceived([bidOf()], () => [stone(1)])
  await accept(ACCEPT)
  act(() => pendingBids.set(new Set([bidKey(bidOf())])))
  expect((await accept(ACCEPT)).getAttribute('aria-disabled')).toBe('true')
})
