import { runs } from '@opal/domain/testing/effort/config'
import { screen, within } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import type { PreparedTrade } from '../../../entities/order/trade-request.ts'
import { testingItem } from '../../../testing/testing-item.ts'
import { detailOf, holding, itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { PATIENT, resetTradeHarness, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const moved = (changes: Partial<PreparedTrade>): PreparedTrade => ({
  title: 'Boost your loyalty',
  what: '2 listings to Opal',
  image: null,
  button: 'Boost',
  doing: 'Moving',
  success: 'Listings moved',
  moves: 'only-gas',
  chosen: { call: 'relist', body: { items: [] } },
  build: async () => quoteOf(),
  ...changes,
})

it('says what listings that are moved bring when they sell, whatever royalty their creator has set by then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(99), fc.constantFrom(1, 2), async (apt, count) => {
      const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId })].slice(0, count)
      const split = { priceOctas: '10000000000', sellerOctas: `${apt}00000000`, totalOctas: '200000' }
      const build = async () => quoteOf({ ...split, royaltyOctas: `${100 - apt}00000000` }, { items })
      const { unmount } = openTradeDialog({ kind: 'prepared', prepared: moved({ build }) })
      const dialog = await screen.findByRole('dialog', {}, PATIENT)
      const label = `You receive when ${count === 1 ? 'it sells' : 'they sell'}`
      const sum = (await within(dialog).findByText(label, {}, PATIENT)).parentElement
      expect(sum?.textContent).toContain(`${label}${apt}`)
      expect(within(dialog).getByText('Royalty 5%').closest('div')?.textContent).toContain(`${100 - apt}`)
      unmount()
      resetTradeHarness()
    }),
    { numRuns: runs(4) },
  )
})

it('says of orders that are taken back what the wallet gets, and nothing of proceeds', async () => {
  const chosen = { call: 'clean-up', body: { orders: [] } } as const
  openTradeDialog({ kind: 'prepared', prepared: moved({ chosen, moves: 'gets-price', title: 'Cancel stale order' }) })
  const dialog = await screen.findByRole('dialog', {}, PATIENT)
  await within(dialog).findByText('Unlocked', {}, PATIENT)
  expect(within(dialog).queryByText(/when (it|they) sell/)).toBeNull()
})

// @feature order-health.clean
it('names each of several orders that are canceled, with its kind and for how many items a bid is', async () => {
  const orders = [
    { orderId: '7', isBid: false, name: 'Stone #7', image: null, place: 'Listing', quantity: '1' },
    { orderId: '7', isBid: true, name: 'Stones', image: null, place: 'Collection bid', quantity: '3' },
    { orderId: '8', isBid: true, name: 'Sands', image: null, place: 'Trait bid', quantity: '1' },
  ]
  const bid = { tokenDataId: null, name: null, listingId: null }
  const items = [itemOf({ ...bid, offerId: '8' }), itemOf({ listingId: '7' }), itemOf({ ...bid, offerId: '7' })]
  const chosen = { call: 'clean-up', body: { orders: [] } } as const
  const what = '3 orders on Opal'
  openTradeDialog({
    kind: 'prepared',
    prepared: moved({ chosen, orders, what, build: async () => quoteOf({}, { items }) }),
  })
  await screen.findByText('Sands', {}, PATIENT)
  const texts = screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
  expect(texts).toEqual([
    expect.stringMatching(/Sands.*Trait bid/),
    expect.stringMatching(/Stone #7.*Listing/),
    expect.stringMatching(/Stones.*Collection bid.*each of 3/),
  ])
  expect(screen.queryByText(what)).toBeNull()
})

// @feature list.fat-finger
it('asks for the price of each listing that is moved below the top bid of others on its item, and of no other', async () => {
  const price = (octas: number) => String(octas)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 100_000_001, max: 150_000_000 }), fc.nat(49_000_000), async (bid, octas) => {
      const asked = 101_000_000 + octas
      const bestExit = {
        netOctas: '1',
        priceOctas: price(bid),
        commissionOctas: '0',
        royaltyOctas: '0',
        marketplace: 'own',
        offerId: '0x7',
        tokenBid: false,
        setRoot: null,
        fillable: '1',
      }
      const newPrices = [{ tokenDataId: TOKEN.tokenDataId, name: TOKEN.name, price: price(asked) }]
      const plain = { [`/api/collection/nfts/${TOKEN.tokenDataId}`]: () => detailOf({ attributes: [] }) }
      const answers = { ...plain, ...holding(testingItem(TOKEN.tokenDataId, { bestExit })) }
      const { unmount } = openTradeDialog({ kind: 'prepared', prepared: moved({ newPrices }) }, { answers })
      await says('Gas')
      await vi.waitFor(() => {
        const isHeld = screen.queryByText(/is below the top bid .* Sell into that bid instead/) !== null
        expect(isHeld).toBe(asked < bid)
        expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Boost' }).disabled).toBe(isHeld)
      }, PATIENT)
      unmount()
      resetTradeHarness()
    }),
    { numRuns: runs(6) },
  )
})
