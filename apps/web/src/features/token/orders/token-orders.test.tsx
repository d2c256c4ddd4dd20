import type { SetBidOnToken } from '@opal/contract/bids/top-bids'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { NO_TERMS, testingListing } from '../../../testing/testing-item.ts'
import { TokenOrders } from './token-orders.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SELLERS = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`)

// @feature token.orders, orders.terms
it('names the makers of all orders, and for whom they are reserved, by one request', async () => {
  const { tokenDataId } = testingDetail({})
  const buyer = `0x${'d'.repeat(64)}`
  const listings = SELLERS.map((seller, at) =>
    testingListing(tokenDataId, {
      marketplace: 'own',
      listingId: String(at),
      seller,
      ...(at === 1 && { validity: 'reserved' as const, terms: { ...NO_TERMS, reservedFor: buyer } }),
    }),
  )
  const bodies: unknown[] = []
  const names = (body: unknown) => {
    bodies.push(body)
    const named = [SELLERS[0], SELLERS[2], buyer]
    return {
      data: [...SELLERS, buyer].map((address) => ({
        wallet_address: address,
        is_wallet_address: true,
        name: named.includes(address) ? `${address.at(-1)}.apt` : null,
      })),
    }
  }
  renderSite(<TokenOrders token={testingDetail({ listings, owner: null })} />, { '/data/user/names': names })
  await screen.findByText('a.apt')
  screen.getByText('c.apt')
  screen.getByText(/bbbb$/)
  screen.getByText(/reserved for d\.apt$/)
  expect(bodies).toEqual([{ wallet_address: [...SELLERS, buyer] }])
})

// @feature token.orders, token.trait-bids
it.each([0, 1])(
  'says of trait bids that could not be loaded that they are missing, next to %s listings',
  async (count) => {
    const { tokenDataId } = testingDetail({})
    const listings = SELLERS.slice(0, count).map((seller) =>
      testingListing(tokenDataId, { marketplace: 'own', seller }),
    )
    const token = testingDetail({ listings, tokenOffers: [], collectionOffers: [] })
    const [down, up] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let asked = 0
    renderSite(<TokenOrders token={token} />, {
      [`/data/collection/biddings/tokens/sets/${tokenDataId}`]: async () => {
        asked += 1
        if (asked > 1) return up.promise.then(() => ({ data: [] }))
        await down.promise
        throw new ApiFailure(503, 'away')
      },
    })
    // While they are on their way, nothing says that there are none.
    expect(screen.queryByText('No listings or bids yet.')).toBeNull()
    down.resolve()
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load trait bids.')
    expect(screen.queryByText('No listings or bids yet.')).toBeNull()
    await userEvent.click(retry)
    up.resolve()
    await waitFor(() => {
      expect(screen.queryByRole('alert')).toBeNull()
      expect(screen.queryAllByText('No listings or bids yet.')).toHaveLength(count === 0 ? 1 : 0)
    })
  },
)

// @feature token.orders, trade.editions
it('names the edition of each listing of a v1 token that has several', () => {
  const { tokenDataId } = testingDetail({})
  const listed = (...versions: readonly string[]) =>
    versions.map((propertyVersion) => testingListing(tokenDataId, { listingId: propertyVersion, propertyVersion }))
  const editions = () => screen.queryAllByText(/Edition/).map(({ textContent }) => textContent)
  renderSite(<TokenOrders token={testingDetail({ tokenStandard: 'v1', listings: listed('0', '3') })} />, {})
  expect(editions()).toEqual([' · Edition 0', ' · Edition 3'])
  cleanup()
  const token = testingDetail({ tokenStandard: 'v1', propertyVersion: '7', listings: listed('0') })
  renderSite(<TokenOrders token={token} />, {})
  expect(editions()).toEqual([' · Edition 0'])
  cleanup()
  renderSite(<TokenOrders token={testingDetail({ listings: listed('0') })} />, {})
  expect(editions()).toEqual([])
})

// @feature token.orders, orders.terms
it.each([
  ['nothing where there is nothing to say', {}, ''],
  ['nothing of terms that concern the seller alone', { terms: { ...NO_TERMS, leastProceeds: '7' } }, ''],
  ['why it cannot be bought', { validity: 'token-frozen' as const }, ' · the item is frozen'],
  ['its terms', { terms: { ...NO_TERMS, reservedFor: SELLERS[2] ?? '' } }, ' · reserved for 0xcccc…cccc'],
  [
    'why, and its terms',
    { validity: 'token-frozen' as const, terms: { ...NO_TERMS, reservedFor: SELLERS[2] ?? '' } },
    ' · the item is frozen · reserved for 0xcccc…cccc',
  ],
])('a listing says next to its marketplace %s', (_, change, said) => {
  const listings = [testingListing(testingDetail({}).tokenDataId, { marketplace: 'own', ...change })]
  renderSite(<TokenOrders token={testingDetail({ listings })} />, {})
  const words = screen.getByText((_text, element) => element?.className.includes('words') === true)
  expect(words.textContent).toBe(`Listing on Own Market${said}`)
})

// @feature token.orders
it('says in words that an order is some time old: 2M beside a price would be read as one', async () => {
  const placedAtMicros = String((Date.now() - 65 * 86_400_000) * 1000)
  const listings = [testingListing(testingDetail({}).tokenDataId, { placedAtMicros })]
  renderSite(<TokenOrders token={testingDetail({ listings })} />, {})
  const age = await screen.findByText('2M')
  expect(age.parentElement?.textContent).toBe('2M ago')
})

// @feature trade.editions
it.each(['7', '3', '0'])(
  'buys the edition of the listing, whichever one the page shows: %s',
  async (propertyVersion) => {
    const { tokenDataId } = testingDetail({})
    const listings = [
      testingListing(tokenDataId, { marketplace: 'own', seller: SELLERS[0] ?? '', propertyVersion: '3' }),
    ]
    renderSite(<TokenOrders token={testingDetail({ tokenStandard: 'v1', propertyVersion, listings })} />, {})
    await userEvent.click(screen.getByRole('button', { name: /^Buy for / }))
    expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ listedPropertyVersion: '3' }] })
    finishCommand('openTrade')
  },
)

const FUR = { attributes: [{ trait_type: 'Fur', value: 'Gold' }], rarityTop: 0, rarityBottom: 0 }

// @feature token.trait-bids, bid.trait-misfits, bid.trait-words
it('has the bids on sets that the token is in, says where it does not fit any more, and lets its holder sell all the same', async () => {
  const [ME = '', THEY = ''] = SELLERS
  walletSession.set((before) => ({ ...before, address: ME }))
  const owner = { walletAddress: ME, aptosName: null, isWalletAddress: true }
  const token = testingDetail({ owner })
  const bid = (offerId: string, change: Partial<SetBidOnToken>): SetBidOnToken => ({
    collectionId: token.collectionId,
    setRoot: 'f'.repeat(64),
    size: 12,
    condition: FUR,
    price: '90000000',
    offerId,
    remainingTokenAmount: '1',
    marketplace: 'own',
    buyer: THEY,
    expiresAtSeconds: null,
    placedAtMicros: '1',
    fits: true,
    ...change,
  })
  let bids = [
    bid('0x1', {}),
    bid('0x2', { fits: false, remainingTokenAmount: '3' }),
    bid('0x3', { condition: null, fits: null }),
  ]
  renderSite(<TokenOrders token={token} />, {
    [`/data/collection/biddings/tokens/sets/${token.tokenDataId}`]: () => ({ data: bids }),
  })
  const rows = await screen.findAllByText(/^Trait bid (?:for \d+ )?on/)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Trait bid on Own Market · Fur: Gold',
    'Trait bid for 3 on Own Market · Fur: Gold · this item no longer matches, but can still be sold into the bid',
    'Trait bid on Own Market · 12 chosen items',
  ])
  const base = { id: '1', collectionId: token.collectionId, version: '1', at: '1' }
  const activity = { kind: 'cancel-set-bid', collectionId: token.collectionId, tokenDataId: null } as never
  bids = bids.slice(1)
  act(() => deliverLive({ kind: 'activity', ...base, activity }))
  await waitFor(() => expect(screen.getAllByText(/^Trait bid (?:for \d+ )?on/)).toHaveLength(2))
  await userEvent.click(screen.getAllByRole('button', { name: 'Accept bid of 0.9 APT' })[0] as HTMLElement)
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'accept-bid',
    tokens: [{ tokenDataId: token.tokenDataId, bid: { marketplace: 'own', offerId: '0x2', tokenBid: false } }],
  })
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
})

// @feature token.trait-bids, bid.trait-words
it('cancels a bid on a set by what it is for', async () => {
  const [ME = ''] = SELLERS
  walletSession.set((before) => ({ ...before, address: ME }))
  const token = testingDetail({})
  const bid: SetBidOnToken = {
    collectionId: token.collectionId,
    setRoot: 'f'.repeat(64),
    size: 12,
    condition: FUR,
    fits: true,
    price: '90000000',
    offerId: '0x1',
    remainingTokenAmount: '1',
    marketplace: 'own',
    buyer: ME,
    expiresAtSeconds: null,
    placedAtMicros: '1',
  }
  renderSite(<TokenOrders token={token} />, {
    [`/data/collection/biddings/tokens/sets/${token.tokenDataId}`]: () => ({ data: [bid] }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel bid of 0.9 APT' }))
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'cancel-bid', bids: [{ setLabel: 'Fur: Gold' }] })
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
})

// @feature token.orders
it('names the button of each order by its price: there may be many of one kind', async () => {
  const { tokenDataId } = testingDetail({})
  const listings = ['100000000', '250000000'].map((price, at) =>
    testingListing(tokenDataId, { marketplace: 'own', listingId: String(at), seller: SELLERS[at] ?? '', price }),
  )
  renderSite(<TokenOrders token={testingDetail({ listings })} />, {})
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Buy for 1 APT', 'Buy for 2.5 APT'])
})
