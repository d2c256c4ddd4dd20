// @vitest-environment happy-dom
import type { Activity } from '@opal/contract/activities'
import { showToast } from '@opal/ui/feedback/show-toast'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import * as fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { addToCart, cart } from '../../entities/order/cart.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { testingDetail } from '../../testing/testing-detail.ts'
import { ME, testingItem } from '../../testing/testing-item.ts'
import CartBar from './cart-bar.tsx'
import { COLLECTION, detail, emptyCart, path, SELLER, token } from './testing/cart-items.ts'

vi.mock('@opal/ui/feedback/show-toast', { spy: true })

afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  vi.mocked(showToast).mockClear()
  walletSession.set(walletSession.initial)
  emptyCart()
})

// @feature buy.cart-bar
it('says how many items are chosen and what they cost, buys them, and empties the cart', async () => {
  const user = userEvent.setup()
  addToCart([token(1, '150000000'), token(2, '200000000')])
  renderSite(<CartBar collectionId={COLLECTION} />, {
    [path(1)]: () => detail(1, '150000000'),
    [path(2)]: () => detail(2, '200000000'),
  })
  screen.getByText('2 items selected', { exact: false })
  screen.getByText('3.5 APT')
  await user.click(screen.getByRole('button', { name: 'Buy 2 items' }))
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'buy-cart',
    tokens: [{ listedPrice: '150000000' }, { listedPrice: '200000000' }],
  })
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(cart.get()).toEqual([])
  expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull()
})

// @feature buy.cart-bar, buy.gone, live.frozen
it('counts, sums up and buys what is still for sale, at the prices of now', async () => {
  const user = userEvent.setup()
  walletSession.set({ ...walletSession.initial, status: 'connected', address: ME })
  addToCart([token(1, '100000000'), token(2, '100000000'), token(3, '100000000'), token(4, '100000000')])
  let price = '150000000'
  renderSite(<CartBar collectionId={COLLECTION} />, {
    [path(1)]: () => detail(1, '100000000'),
    [path(2)]: () => detail(2, price),
    [path(3)]: () => detail(3, null),
    [path(4)]: () => detail(4, '100000000', ME),
  })
  await screen.findByText('4 items selected, 2 not for sale', { exact: false })
  await screen.findByText('2.5 APT')
  // A live message is followed.
  price = '170000000'
  const activity = { tokenDataId: token(2, '0').tokenDataId } as Activity
  act(() => deliverLive({ kind: 'activity', id: '1', collectionId: SELLER, version: '1', at: '1', activity }))
  await screen.findByText('2.7 APT')
  // So are listings that change without an activity, as a price that falls with time.
  price = '160000000'
  const { collectionId } = token(2, '0')
  act(() => deliverLive({ kind: 'listings_change', id: '2', collectionId, version: '1', at: '1' }))
  await screen.findByText('2.6 APT')
  await user.click(screen.getByRole('button', { name: 'Buy 2 items' }))
  const request = commandRequest('openTrade')
  expect(request).toMatchObject({
    kind: 'buy-cart',
    tokens: [
      { listingId: 'now 1', listedPrice: '100000000' },
      { listingId: 'now 2', listedPrice: '160000000' },
    ],
  })
  const tokenDataIds = [token(1, '0'), token(2, '0')].map((one) => one.tokenDataId)
  act(() => request?.onSettled?.('confirmed', { tokenDataIds, bids: [] }))
  expect(cart.get()).toEqual([])
  expect(showToast).toHaveBeenCalledWith('2 items that weren’t for sale were removed from your cart.', 'info')
})

// @feature buy.cart
it('holds on to what a purchase left to another transaction, or did not take at a higher price', async () => {
  const user = userEvent.setup()
  addToCart([1, 2, 3].map((at) => token(at, '100000000')))
  renderSite(
    <CartBar collectionId={COLLECTION} />,
    Object.fromEntries([1, 2, 3].map((at) => [path(at), () => detail(at, '110000000')])),
  )
  await screen.findByText('3.3 APT')
  await user.click(screen.getByRole('button', { name: 'Buy 3 items' }))
  const request = commandRequest('openTrade')
  act(() => request?.onSettled?.('confirmed', { tokenDataIds: [token(2, '0').tokenDataId], bids: [] }))
  expect(cart.get().map((one) => one.tokenDataId)).toEqual([1, 3].map((at) => token(at, '0').tokenDataId))
})

// @feature buy.cart-bar, buy.gone
it('is shown in another collection only while something chosen is for sale', async () => {
  const elsewhere = `0x${'e'.repeat(64)}`
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(COLLECTION, elsewhere),
      async (forSale, page) => {
        addToCart(forSale.map((_, at) => token(at + 1, '100000000')))
        const answers = forSale.map((isForSale, at) => [
          path(at + 1),
          () => detail(at + 1, isForSale ? '1000000' : null),
        ])
        renderSite(<CartBar collectionId={page} />, Object.fromEntries(answers))
        const isShown = page === COLLECTION || forSale.includes(true)
        const bars = () => screen.queryAllByRole('region', { name: 'Selected items' })
        await vi.waitFor(() => {
          expect(bars()).toHaveLength(isShown ? 1 : 0)
          const gone = forSale.filter((isForSale) => !isForSale).length
          if (isShown && gone > 0) expect(bars()[0]?.textContent).toContain('for sale')
        }, 20_000)
        cleanup()
        emptyCart()
      },
    ),
    {
      numRuns: 12,
      examples: [
        [[false], elsewhere],
        [[false], COLLECTION],
        [[true, false], elsewhere],
      ],
    },
  )
})

// @feature buy.cart-bar, buy.gone
it.each([
  [[3], '1 item selected, not for sale'],
  [[3, 4], '2 items selected, none for sale'],
])('offers nothing to buy where nothing chosen is for sale, case %#', async (chosen, words) => {
  addToCart(chosen.map((at) => token(at, '100000000')))
  renderSite(
    <CartBar collectionId={COLLECTION} />,
    Object.fromEntries(chosen.map((at) => [path(at), () => detail(at, null)])),
  )
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull()
  screen.getByRole('button', { name: 'Clear' })
})

it('fetches an item soon after an event, and a few a second while events of all come without end', async () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((digit) =>
    ['a', 'b', 'c'].map((letter) => testingItem(`0x${`${digit}${letter}`.repeat(32)}`, { listedPrice: '1' })),
  )
  addToCart(all)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = new Map<string, number>()
  const answers = all.map(({ tokenDataId }) => {
    const answer = () => {
      fetched.set(tokenDataId, (fetched.get(tokenDataId) ?? 0) + 1)
      return testingDetail({ tokenDataId, listings: [] })
    }
    return [`/api/collection/nfts/${tokenDataId}`, answer] as const
  })
  renderSite(<CartBar collectionId={COLLECTION} />, Object.fromEntries(answers))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const total = async () => {
    await pass(10)
    return [...fetched.values()].reduce((sum, one) => sum + one, 0)
  }
  const deliver = (id: number, tokenDataId: string) => {
    const activity = { tokenDataId } as Activity
    deliverLive({ kind: 'activity', id: String(id), collectionId: SELLER, version: '1', at: '1', activity })
  }
  await expect.poll(total).toBe(all.length)
  const [first] = all
  act(() => deliver(0, first?.tokenDataId ?? ''))
  await expect.poll(total).toBe(all.length + 1)
  for (let tick = 0; tick < 90; tick += 1) {
    act(() => {
      for (const [at, { tokenDataId }] of all.entries()) deliver(1 + tick * all.length + at, tokenDataId)
    })
    await pass(100)
  }
  await pass(10_000)
  expect(await total()).toBeLessThan(all.length + 1 + 130)
  // Each in its turn.
  for (const count of fetched.values()) expect(count).toBeGreaterThan(2)
  vi.useRealTimers()
})
