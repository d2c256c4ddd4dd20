// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { commandRequest } from '../../app/commands.ts'
import { runSiteAction, siteActions } from '../../shared/hooks/site-actions.ts'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { testingItem } from '../../testing/testing-item.ts'
import OrderBook from './order-book.tsx'
import {
  ASKS,
  BIDS,
  COLLECTION,
  connect,
  level,
  OWN_BIDS,
  ownBid,
  page,
  resetBook,
  SETS,
  SHOWN,
  THEY,
  YOU,
} from './testing/book-fixtures.ts'

const user = userEvent.setup()

afterEach(resetBook)

function listed(at: number, listedPrice: string, seller = THEY) {
  const owner = { walletAddress: seller, aptosName: null, isWalletAddress: true }
  return testingItem(`0x${String(at).repeat(64)}`, { listedPrice, owner, collectionId: COLLECTION })
}

async function cells(table: string, count: number) {
  const found = await screen.findByRole('table', { name: table })
  await within(found).findAllByRole('button')
  return within(found)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, count)
        .map((cell) => cell.textContent),
    )
}

describe('the bids of a book', () => {
  // @feature bids.ladder
  it('are shown with price, size, bidders, total and sum by level, the viewer’s marked', async () => {
    connect()
    const mine = ownBid('90000000', '2')
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, {
      [BIDS]: page([level('100000000', '3', 2), level('90000000', '5', 1)]),
      [OWN_BIDS]: page([mine]),
    })
    await screen.findByText(/^You · 2/)
    // A price renders twice: visibly, and exact for screen readers.
    expect(await cells('Bids by price', 6)).toEqual([
      ['11 APT', '3', '2', '33 APT', '33 APT', '3'],
      ['0.90.9 APTYou · 2', '5', '1', '4.54.5 APT', '7.57.5 APT', '8'],
    ])
    expect(screen.getByText('Bid size').closest('div')?.textContent).toContain('8 items')
  })

  it('say nothing of what bids come to until they are loaded', async () => {
    const loaded = Promise.withResolvers<void>()
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, {
      [BIDS]: async () => {
        await loaded.promise
        return page([])()
      },
    })
    const said = (name: string) => screen.getByText(name).closest('div')?.textContent
    for (const name of ['Top bid', 'Spread', 'Bid size', 'Bid value']) expect(said(name)).toBe(name)
    loaded.resolve()
    await screen.findByText('No bids')
    expect(said('Bid size')).toBe('Bid size0 items')
  })

  it('offer an action without bids', async () => {
    renderSite(<OrderBook collection={{ ...SHOWN, floorPrice: null }} filter={{}} action="To bid" />, {
      [BIDS]: page([]),
    })
    await screen.findByText('No bids')
    screen.getByText('To bid')
    // The place of what bids come to is there before them.
    expect(screen.getByText('Bid size').closest('div')?.textContent).toContain('0 items')
  })

  // @feature book.asks
  it('leave the listings where they are where they cannot be loaded', async () => {
    let isDown = true
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, {
      [BIDS]: () => {
        if (isDown) throw new ApiFailure(503, 'down')
        return page([level('90000000', '5', 1)])()
      },
      [ASKS]: page([listed(1, '120000000')]),
      [SETS]: page([]),
    })
    await screen.findByText('Couldn’t load bids')
    await cells('Listings by price', 1)
    // What bids come to is not known.
    expect(screen.queryByText('Bid size')).toBeNull()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await cells('Bids by price', 2)).toEqual([['0.90.9 APT', '5']])
  })

  // @feature book.click
  it('open the bid dialog with the price of the level that is pressed', async () => {
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, {
      [BIDS]: page([level('90000000', '5', 1)]),
    })
    await user.click(
      await screen.findByRole('button', { name: 'Match the bid at 0.9 APT: 5 wanted, 5 at this price or higher' }),
    )
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'collection-bid', collection: SHOWN, price: '90000000' })
  })
})

// @feature shell.palette
it('offers the bid on its collection to the command palette', async () => {
  const { unmount } = renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, { [BIDS]: page([]) })
  await screen.findByText('No bids')
  runSiteAction('bids.collection')
  expect(commandRequest('openTrade')).toEqual({ kind: 'collection-bid', collection: SHOWN })
  unmount()
  expect(siteActions.get()).toEqual([])
})

describe('the listings of a book', () => {
  // @feature book.asks, book.click
  it('are shown by price with the cost up to each level, and pressing a level sweeps up to it', async () => {
    connect()
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, {
      [BIDS]: page([]),
      [ASKS]: page([listed(1, '120000000'), listed(2, '120000000', YOU), listed(3, '150000000')]),
    })
    expect(await cells('Listings by price', 5)).toEqual([
      ['1.21.2 APTYou · 1', '2', '2.42.4 APT', '2.42.4 APT', '2'],
      ['1.51.5 APT', '1', '1.51.5 APT', '3.93.9 APT', '3'],
    ])
    await user.click(
      screen.getByRole('button', { name: 'Sweep 2 up to 1.5 APT: 1 for sale, 3 at this price or lower' }),
    )
    expect(commandRequest('openTrade')).toMatchObject({
      kind: 'sweep',
      criteria: { count: 2, maxPrice: '150000000' },
      shownOctas: '270000000',
    })
  })

  // @feature book.live
  it('are not fetched again when a bid changes', async () => {
    const calls: string[] = []
    const counted = (path: string, rows: readonly unknown[]) => (_body: unknown) => {
      calls.push(path)
      return page(rows)()
    }
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, {
      [BIDS]: counted(BIDS, [level('90000000', '5', 1)]),
      [ASKS]: counted(ASKS, [listed(1, '120000000')]),
      [SETS]: page([]),
    })
    await cells('Listings by price', 1)
    const base = { id: '1', collectionId: COLLECTION, version: '1', at: '1' }
    act(() => deliverLive({ kind: 'bid_change', ...base, old: '90000000', new: '95000000' }))
    await waitFor(() => expect(calls.filter((path) => path === BIDS)).toHaveLength(2))
    expect(calls.filter((path) => path === ASKS)).toHaveLength(1)
    act(() => deliverLive({ kind: 'floor_change', ...base, id: '2', old: '120000000', new: '110000000' }))
    await waitFor(() => expect(calls.filter((path) => path === ASKS)).toHaveLength(2))
    expect(calls.filter((path) => path === BIDS)).toHaveLength(2)
  })

  it('name what a sweep buys at most', async () => {
    const many = Array.from({ length: 45 }, (_, at) => ({
      ...listed(1, '130000000'),
      tokenDataId: `0x${String(at).padStart(64, '0')}`,
    }))
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, { [BIDS]: page([]), [ASKS]: page(many) })
    await user.click(await screen.findByRole('button', { name: /^Sweep 30 up to 1.3 APT: 45 for sale/ }))
    expect(commandRequest('openTrade')).toMatchObject({
      criteria: { count: 30, maxPrice: '130000000' },
      shownOctas: '3900000000',
    })
  })

  it('say that they could not be loaded, and that nothing is for sale', async () => {
    const { unmount } = renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, { [BIDS]: page([]) })
    await screen.findByText('Couldn’t load listings')
    unmount()
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, { [BIDS]: page([]), [ASKS]: page([]) })
    await screen.findByText('Nothing for sale')
  })
})
