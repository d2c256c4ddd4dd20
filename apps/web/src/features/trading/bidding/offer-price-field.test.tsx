// @vitest-environment happy-dom
import { formatUnits } from '@opal/domain/text/decimal'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatApt, parseApt } from '../../../shared/format/apt.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { testingListing } from '../../../testing/testing-item.ts'
import { COLLECTION } from '../testing/every-request.ts'
import { detailOf, openTradeDialog, quoteOf, recordQuotes, TOKEN } from '../testing/trade-harness.tsx'
import { BUY, dialog, fill, PATIENT, press, resetTradeHarness, SWEEP } from '../testing/user-driver.ts'
import { offerPriceError, offerPriceRefusal } from './bid-rules.ts'
import { OfferPriceField } from './offer-price-field.tsx'

afterEach(resetTradeHarness)

const prices = fc.bigInt(100_000n, 10n ** 14n)
const octas = fc.bigInt(1n, 10n ** 12n)

describe('the field of a bid', () => {
  // @feature bid.usual-floor-named, bid.buy-instead
  it('names the usual floor where it is another than the floor, and offers the purchase that costs no more', () => {
    fc.assert(
      fc.property(prices, prices, fc.boolean(), fc.boolean(), (floor, price, isUsual, isForSale) => {
        const usualFloor = isUsual ? floor : floor + 100_000n
        const open = vi.fn()
        renderSite(
          <OfferPriceField
            value={formatUnits(price, 8)}
            error={undefined}
            onChange={() => {}}
            topBid={null}
            floor={String(floor)}
            usualFloor={usualFloor}
            purchase={isForSale ? { price: String(floor), open } : null}
          />,
          {},
        )
        const named = screen.queryByText(`Bids have to be below the usual floor, ${formatApt(usualFloor)} APT`)
        expect(named === null).toBe(isUsual)
        const buy = screen.queryByRole('button', { name: `Buy for ${formatApt(floor)} APT` })
        expect(buy === null).toBe(!isForSale || price < floor)
        if (buy !== null) {
          fireEvent.click(buy)
          expect(open.mock.calls).toEqual([[price]])
        }
        cleanup()
      }),
      { numRuns: 40, examples: [[100_000n, 100_000n, false, true]] },
    )
  })

  // @feature bid.below-floor, bid.minimum
  it('starts from no price that it refuses', () => {
    fc.assert(
      fc.property(octas, octas, fc.option(prices), (floor, topBid, usualFloor) => {
        const changed = vi.fn<(text: string) => void>()
        const shared = { value: '', error: undefined, onChange: changed, usualFloor }
        renderSite(<OfferPriceField {...shared} floor={String(floor)} topBid={String(topBid)} />, {})
        for (const button of screen.queryAllByRole('button')) fireEvent.click(button)
        for (const [text] of changed.mock.calls) {
          const price = parseApt(text)
          expect([offerPriceError(text, price, usualFloor), offerPriceRefusal(price)]).toEqual([null, null])
        }
        cleanup()
      }),
      {
        numRuns: 40,
        examples: [
          [100_000_000n, 99_500_000n, 100_000_000n],
          [100_000_000n, 99_999_000n, 100_000_000n],
          [100n, 10n, null],
        ],
      },
    )
  })

  // @feature bid.below-floor
  it.each([
    ['0.5', 'Over top bid 0.51'],
    ['0.995', 'Over top bid 0.996'],
    ['0.9995', 'Over top bid 0.9996'],
    ['0.99995', null],
  ])('starts over a top bid of %s APT by as much as the floor leaves: %s', (topBid, expected) => {
    const shared = { value: '', error: undefined, onChange: () => {}, floor: '100000000', usualFloor: 100_000_000n }
    renderSite(<OfferPriceField {...shared} topBid={String(parseApt(topBid))} />, {})
    expect(screen.queryByRole('button', { name: /^Over top bid/ })?.textContent ?? null).toBe(expected)
  })

  // @feature bid.buy-instead
  it.each(['0.4', '0.5', '3'])('a collection’s cheapest item is bought in place of a bid of %s APT', async (typed) => {
    const { bodies, answers } = recordQuotes<{ count: number; maxPrice: string }>(SWEEP)
    const floors = { floorPrice: '40000000', usualFloorPrice: '100000000', token: null }
    openTradeDialog(
      { kind: 'collection-bid', collection: COLLECTION },
      {
        answers: {
          ...answers,
          '/api/collection/bid': () => quoteOf(),
          [`/api/collection/${TOKEN.collectionId}`]: () =>
            testingCollection(TOKEN.collectionId, { floorPrice: floors.floorPrice }),
          [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => floors,
        },
      },
    )
    fill(await screen.findByLabelText(/^Bid price/, {}, PATIENT), typed)
    await press('Buy for 0.4 APT')
    await dialog('Magic buy')
    await vi.waitFor(() => expect(bodies.length).toBeGreaterThan(0), PATIENT)
    const most = String(Number(typed) * 1e8)
    expect(bodies[0]).toMatchObject({ collectionId: TOKEN.collectionId, count: 1, maxPrice: most })
  })

  // @feature bid.buy-instead, bid.own-listing
  it.each([
    ['0.4', '50000000', null, true],
    ['0.5', '50000000', '0.5', true],
    ['0.45', null, null, true],
    ['0.39', '50000000', null, false],
  ])(
    'a bid of %s APT offers no purchase of the bidder’s own cheapest item: others ask %s, offered for %s',
    async (typed, others, offered, isConfirmed) => {
      const { bodies, answers } = recordQuotes<{ count: number; maxPrice: string }>(SWEEP)
      openTradeDialog(
        { kind: 'collection-bid', collection: COLLECTION },
        {
          answers: {
            ...answers,
            '/api/collection/bid': () => quoteOf(),
            [`/api/collection/${TOKEN.collectionId}`]: () =>
              testingCollection(TOKEN.collectionId, { floorPrice: '40000000' }),
            [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: (_body: unknown, url: URL) =>
              url.searchParams.get('walletAddress') === null
                ? { floorPrice: '40000000', usualFloorPrice: null, token: null }
                : { floorPrice: others, usualFloorPrice: null, token: null },
          },
        },
      )
      fill(await screen.findByLabelText(/^Bid price/, {}, PATIENT), typed)
      await screen.findByText('Floor 0.4 APT', {}, PATIENT)
      const own = 'You have an item for sale at 0.4 APT. Anyone could buy it and sell it into this bid.'
      if (isConfirmed) await screen.findByText(own, {}, PATIENT)
      if (offered === null) {
        await screen.findByText('Total with gas', {}, PATIENT)
        expect(screen.queryByRole('button', { name: /^Buy for/ })).toBeNull()
        expect(screen.queryByText(own) !== null).toBe(isConfirmed)
        return
      }
      await press(`Buy for ${offered} APT`)
      await vi.waitFor(() => expect(bodies[0]).toMatchObject({ count: 1, maxPrice: others }), PATIENT)
    },
  )

  // @feature bid.buy-instead
  it.each([
    ['valid', `0x${'b'.repeat(64)}`, true],
    ['expired', `0x${'b'.repeat(64)}`, false],
    ['valid', `0x${'a'.repeat(64)}`, false],
  ] as const)('an item with a listing that is %s, of %s, is bought itself: %s', async (validity, seller, isOffered) => {
    const { bodies, answers } = recordQuotes<{ items: readonly object[] }>(BUY)
    const named = { marketplace: 'own', listingId: 'a', seller, price: '50000000', validity }
    const listing = testingListing(TOKEN.tokenDataId, named)
    openTradeDialog(
      { kind: 'token-bid', token: TOKEN },
      {
        answers: {
          ...answers,
          [`/api/collection/nfts/${TOKEN.tokenDataId}`]: () => detailOf({ owner: null, listings: [listing] }),
        },
      },
    )
    fill(await screen.findByLabelText(/^Bid price/, {}, PATIENT), '0.5')
    await screen.findByText(/^Floor 1 APT/, {}, PATIENT)
    if (!isOffered) return expect(screen.queryByRole('button', { name: /^Buy for/ })).toBeNull()
    await press('Buy for 0.5 APT')
    await dialog('BUY ITEMS')
    await vi.waitFor(() => expect(bodies.length).toBeGreaterThan(0), PATIENT)
    expect(bodies[0]).toMatchObject({ items: [{ tokenDataId: TOKEN.tokenDataId, listingId: 'a' }] })
  })
})
