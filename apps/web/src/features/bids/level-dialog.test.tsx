// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { commandRequest } from '../../app/commands.ts'
import { latestRate } from '../../shared/format/apt-rate.ts'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { testingItem } from '../../testing/testing-item.ts'
import OrderBook from './order-book.tsx'
import {
  ASKS,
  BIDS,
  COLLECTION,
  connect,
  HELD,
  holds,
  level,
  OFFERS,
  OWN_BIDS,
  offer,
  ownBid,
  page,
  resetBook,
  SHOWN,
} from './testing/book-fixtures.ts'

const user = userEvent.setup()

afterEach(resetBook)

describe('a level of bids', () => {
  const ladder = {
    [OWN_BIDS]: page([]),
    [ASKS]: page([]),
    [BIDS]: page([level('100000000', '1', 1), level('90000000', '1', 1), level('80000000', '3', 2)]),
    [OFFERS]: page([offer('100000000', '1'), offer('90000000', '1'), offer('80000000', '3')]),
  }
  const held = [1, 2, 3].map((at) => testingItem(`0x${String(at).repeat(64)}`, { name: `Item ${at}`, rarity: at }))

  /** Presses the level of 0.9 APT, which two of three held items reach. */
  async function press(
    name:
      | string
      | RegExp = 'Match the bid at 0.9 APT, or sell 2 at this price or higher: 1 wanted, 2 at this price or higher',
    own = {},
    route = {},
  ) {
    connect()
    const answers = { ...ladder, [HELD]: holds(held), ...own }
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, answers, undefined, route)
    ;(await screen.findByRole('button', { name })).focus()
    await user.keyboard('{Enter}')
    expect(commandRequest('openTrade')).toBeNull()
    return within(await screen.findByRole('dialog', { name: /^Sell or bid at/ }))
  }

  // @feature book.click
  it.each([
    ['Match the bid at 1 APT, or sell 1 at this price or higher: 1 wanted, 1 at this price or higher', '1 item'],
    ['Match the bid at 0.9 APT, or sell 2 at this price or higher: 1 wanted, 2 at this price or higher', '2 items'],
  ])('says for how many items bids are: %s', async (name, items) => {
    const dialog = await press(name)
    dialog.getByText(`Bids for ${items} at this price or higher.`)
  })

  // @feature book.click
  it.each<[readonly (readonly [string, string])[], string]>([
    [[], ''],
    [[['80000000', '2']], ''],
    [[['90000000', '1']], ', 1 of them yours'],
    [
      [
        ['90000000', '1'],
        ['100000000', '1'],
        ['80000000', '4'],
      ],
      ', all of them yours',
    ],
  ])('says how many of them are one’s own bids, which take none of one’s own items: %j', async (mine, words) => {
    const bids = mine.map(([price, total]) => ownBid(price, total))
    const dialog = await press(undefined, { [OWN_BIDS]: page(bids) })
    await dialog.findByText(`Bids for 2 items at this price or higher${words}.`)
  })

  // @feature book.click
  it('says that the only one is one’s own', async () => {
    const name = /^Match the bid at 1 APT/
    const dialog = await press(name, { [OWN_BIDS]: page([ownBid('100000000', '1')]) })
    await dialog.findByText('Bids for 1 item at this price or higher, yours.')
  })

  // @feature book.click
  it('sells as many held items as the bids down to it take, for no less than its price', async () => {
    const dialog = await press()
    // 1 and 0.9 APT less 1.5 % and 5 %.
    dialog.getByText('1.7765 APT')
    // What a wallet receives is rounded down; the exact amount is read out.
    const average = dialog.getByText('Average after fees', { exact: false }).textContent
    expect(average).toBe('Average after fees 0.88820.88825 APT')
    await user.click(dialog.getByRole('button', { name: /^Sell 2 into bids/ }))
    const least = { leastPrice: '90000000' }
    expect(commandRequest('openTrade')).toMatchObject({
      kind: 'accept-bid',
      tokens: [
        { name: 'Item 3', ...least },
        { name: 'Item 2', ...least },
      ],
      others: [{ name: 'Item 1' }],
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  // @feature book.click
  it('bids at its price instead', async () => {
    const dialog = await press()
    await user.click(dialog.getByRole('button', { name: /^Match the bid at 0.9 APT/ }))
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'collection-bid', price: '90000000' })
  })

  // @feature book.click
  it.each([
    ['more bids at its price', ['100000000 1', '90000000 4'], 'Bids for 5 items', /^Match the bid at 0.9 APT/],
    ['another bid above it', ['110000000 2', '100000000 1', '90000000 1'], 'Bids for 4 items', /^Match the bid/],
    ['no bid at its price any more', ['100000000 1', '80000000 3'], 'Bids for 1 item', /^Bid at 0.9 APT/],
    ['no bid at all', [], 'Bids for 0 items', /^Bid at 0.9 APT/],
  ] as const)('follows its book while its dialog is open: %s', async (_, book, words, name) => {
    let isLater = false
    const later = book.map((one) => one.split(' ') as [string, string])
    const dialog = await press(undefined, {
      [BIDS]: () =>
        isLater ? page(later.map(([price, size]) => level(price, size, 1)))() : (ladder[BIDS] as () => unknown)(),
      [OFFERS]: () =>
        isLater ? page(later.map(([price, size]) => offer(price, size)))() : (ladder[OFFERS] as () => unknown)(),
    })
    isLater = true
    const base = { id: '1', collectionId: COLLECTION, version: '1', at: '1' }
    act(() => deliverLive({ kind: 'bid_change', ...base, old: '1', new: '2' }))
    await dialog.findByText(`${words} at this price or higher.`)
    dialog.getByRole('button', { name })
  })

  // @feature currency.toggle
  it('is named by its price in the currency of the reader, as its dialog is', async () => {
    latestRate.set({ cents: 842n, ageSeconds: 1 })
    onTestFinished(() => latestRate.set(null))
    const name = /^Match the bid at \$7.58, or sell 2 /
    const dialog = await press(name, {}, { cookies: 'opal.currency=USD' })
    dialog.getByRole('heading', { name: 'Sell or bid at $7.58' })
    dialog.getByRole('button', { name: /^Match the bid at \$7.58/ })
  })
})
