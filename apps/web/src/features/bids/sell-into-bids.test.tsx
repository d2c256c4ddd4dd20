// @vitest-environment happy-dom
import type { PortfolioToken } from '@opal/contract/portfolio'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { commandRequest } from '../../app/commands.ts'
import { runSiteAction, siteActions } from '../../shared/hooks/site-actions.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { testingItem, testingListing } from '../../testing/testing-item.ts'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
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
  page,
  resetBook,
  SETS,
  SHOWN,
  THEY,
} from './testing/book-fixtures.ts'

const user = userEvent.setup()

afterEach(resetBook)

describe('selling many into bids', () => {
  const answers = {
    [BIDS]: page([level('100000000', '2', 1)]),
    [OWN_BIDS]: page([]),
    [ASKS]: page([]),
    [OFFERS]: page([offer('100000000', '3'), offer('80000000', '1')]),
  }

  // @feature book.sell-many
  it('shows average and net after fee and royalty, and sells the unlisted and least rare first', async () => {
    connect()
    const held = [
      testingItem(`0x${'3'.repeat(64)}`, { name: 'Listed', rarity: 400, ownListings: [testingListing(COLLECTION)] }),
      testingItem(`0x${'1'.repeat(64)}`, { name: 'Rare', rarity: 1 }),
      testingItem(`0x${'2'.repeat(64)}`, { name: 'Common', rarity: 300 }),
    ]
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, { ...answers, [HELD]: holds(held) })
    const panel = await screen.findByRole('region', { name: 'Sell into bids' })
    // 1 APT less 1.5 % and 5 %.
    within(panel).getAllByText('0.935 APT')
    expect(within(panel).queryByText('before royalty')).toBeNull()
    await user.click(within(panel).getByRole('button', { name: 'Sell one more' }))
    within(panel).getByText('1.87 APT')
    await user.click(within(panel).getByRole('button', { name: 'Sell one more' }))
    // All of them: the button keeps the focus, and goes no further.
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Sell one more' }))
    expect(document.activeElement?.hasAttribute('disabled')).toBe(false)
    await user.click(within(panel).getByRole('button', { name: 'Sell 3 into bids' }))
    expect(commandRequest('openTrade')).toMatchObject({
      kind: 'accept-bid',
      tokens: [{ name: 'Common' }, { name: 'Rare' }, { name: 'Listed' }],
    })
  })

  // Of tokens that carry their own royalty, the collection has none.
  it.each([
    ['5 % of the token', { priceOctas: '90000000', royaltyOctas: '4500000' }, '0.935 APT', false],
    ['none of the token', { priceOctas: '90000000', royaltyOctas: '0' }, '0.985 APT', false],
    ['an unknown one', null, '0.985 APT', true],
  ])('takes off %s where the collection has no royalty', async (_, exit, net, isBefore) => {
    connect()
    const rest = {
      netOctas: '0',
      commissionOctas: '0',
      marketplace: 'own',
      offerId: '0x1',
      tokenBid: false,
      setRoot: null,
      fillable: '1',
    }
    const held = [testingItem(`0x${'1'.repeat(64)}`, { bestExit: exit && { ...rest, ...exit } })]
    const collection = { ...SHOWN, royaltyBps: null }
    renderSite(<OrderBook collection={collection} filter={{}} action={null} />, { ...answers, [HELD]: holds(held) })
    const panel = await screen.findByRole('region', { name: 'Sell into bids' })
    expect(within(panel).getAllByText(net)).toHaveLength(2)
    expect(within(panel).queryAllByText('before royalty')).toHaveLength(isBefore ? 2 : 0)
  })

  // @feature book.sell-many
  it('sells first what is estimated lowest, of it what cost least, with unknown costs after it and listed items last', async () => {
    connect()
    const item = (at: number, name: string, rest: Partial<PortfolioToken>) =>
      testingItem(`0x${String(at).repeat(64)}`, { name, rarity: at, ...rest })
    const held = [
      item(1, 'Cheap', { costPrice: '90000000' }),
      item(2, 'Dear', { costPrice: '1000000000' }),
      item(3, 'Ten', { costPrice: '2000000000', held: '10' }),
      item(6, 'Precious', { costPrice: '1', estimatedPrice: '900000000000' }),
      item(4, 'Gift', { costPrice: null }),
      item(5, 'Listed', { costPrice: '1', ownListings: [testingListing(COLLECTION)] }),
    ]
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, { ...answers, [HELD]: holds(held) })
    const panel = await screen.findByRole('region', { name: 'Sell into bids' })
    await user.click(within(panel).getByRole('button', { name: 'Sell 1 into bids' }))
    expect(commandRequest('openTrade')).toMatchObject({
      tokens: [{ name: 'Ten' }],
      others: ['Cheap', 'Dear', 'Gift', 'Precious', 'Listed'].map((name) => ({ name })),
    })
  })

  it('counts all held tokens, and sells the least rare of all', async () => {
    connect()
    const held = Array.from({ length: 250 }, (_, at) =>
      testingItem(`0x${String(at).padStart(64, '0')}`, { name: `Item ${at}`, rarity: at + 1 }),
    )
    const offers = page([offer('100000000', '80')])
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, {
      ...answers,
      [HELD]: holds(held),
      [OFFERS]: offers,
    })
    const panel = await screen.findByRole('region', { name: 'Sell into bids' })
    within(panel).getByText('250')
    expect(within(panel).getByRole('slider').getAttribute('max')).toBe('30')
    await user.click(within(panel).getByRole('button', { name: 'Sell 1 into bids' }))
    expect(commandRequest('openTrade')).toMatchObject({
      tokens: [{ name: 'Item 249' }],
      others: Array.from({ length: 29 }, (_, at) => ({ name: `Item ${248 - at}` })),
    })
  })

  // @feature book.sell-many
  it.each([
    ['held tokens', [], 'You don’t hold any items in this collection.', undefined],
    ['bids of others', [testingItem(`0x${'1'.repeat(64)}`)], 'You hold 1, but there’s no bid to sell into.', page([])],
  ])('is not offered without %s, and says so in its place', async (_, held, sentence, offers) => {
    connect()
    const slow = Promise.withResolvers<void>()
    const late = async (body: unknown, url: URL) => {
      await slow.promise
      return holds(held)(body, url)
    }
    const all = { ...answers, [HELD]: late, ...(offers !== undefined && { [OFFERS]: offers }) }
    const { container } = renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, all)
    await screen.findByText('Nothing for sale')
    // Its height is reserved while it loads: the rows below do not move.
    expect(container.querySelector('[data-idle]')?.textContent).toBe('Loading the items you hold…')
    slow.resolve()
    await screen.findByText(sentence)
    expect(screen.queryByRole('region', { name: 'Sell into bids' })).toBeNull()
    expect(siteActions.get().map(({ id }) => id)).not.toContain('bids.sell')
  })

  // @feature book.sell-many
  it('says that it could not be loaded, and loads it again', async () => {
    connect()
    let isDown = true
    const offers = () => {
      if (isDown) throw new ApiFailure(503, 'busy')
      return page([])()
    }
    const all = { ...answers, [HELD]: holds([]), [OFFERS]: offers }
    const { container } = renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, all)
    await screen.findByText('Couldn’t load the items you hold.')
    isDown = false
    await user.click(
      within(container.querySelector('[data-idle]') as HTMLElement).getByRole('button', { name: 'Try again' }),
    )
    await screen.findByText('You don’t hold any items in this collection.')
  })

  // @feature book.sell-many
  it.each([
    ['as many as it wants', '2', '4.5 APT', ['Item 4', 'Item 2', 'Item 1'], ['Item 3']],
    ['one where that is not known', null, '2.7 APT', ['Item 4', 'Item 2'], ['Item 3', 'Item 1']],
  ])('counts a bid on a set of the items: %s', async (_, wanted, net, sold, others) => {
    connect()
    const bestExit = {
      netOctas: '187000000',
      priceOctas: '200000000',
      commissionOctas: '3000000',
      royaltyOctas: '0',
      marketplace: 'own',
      offerId: '0x9',
      tokenBid: false,
      setRoot: 'e'.repeat(64),
      fillable: '1',
    }
    const item = (at: number, exit: typeof bestExit | null) =>
      testingItem(`0x${String(at).repeat(64)}`, { name: `Item ${at}`, rarity: at, bestExit: exit })
    const held = [item(1, bestExit), item(2, bestExit), item(3, null), item(4, null)]
    const setBid = {
      collectionId: COLLECTION,
      setRoot: bestExit.setRoot,
      size: 2,
      condition: null,
      price: '200000000',
      offerId: '0x9',
      remainingTokenAmount: wanted,
      marketplace: 'own',
      buyer: THEY,
      expiresAtSeconds: null,
      placedAtMicros: '1',
    }
    renderSite(
      <OrderBook collection={{ ...SHOWN, royaltyBps: 0 }} filter={{}} action={null} />,
      {
        ...answers,
        [HELD]: holds(held),
        [OFFERS]: page([offer('100000000', '1')]),
        ...(wanted !== null && { [SETS]: page([setBid]) }),
      },
      MARKETPLACES.map((one) => ({ ...one, commissionBps: 1000 })),
    )
    const panel = await screen.findByRole('region', { name: 'Sell into bids' })
    const slider = within(panel).getByRole('slider')
    expect(slider.getAttribute('max')).toBe(String(sold.length))
    fireEvent.change(slider, { target: { value: String(sold.length) } })
    within(panel).getByText(net)
    await user.click(within(panel).getByRole('button', { name: `Sell ${sold.length} into bids` }))
    const named = (names: readonly string[]) => names.map((name) => ({ name }))
    expect(commandRequest('openTrade')).toMatchObject({ tokens: named(sold), others: named(others) })
  })

  it('takes no place without a wallet', async () => {
    const { container } = renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, {
      ...answers,
      [HELD]: holds([]),
    })
    await screen.findByText('Nothing for sale')
    expect(container.querySelector('[data-idle]')).toBeNull()
  })

  // @feature shell.palette
  it('is offered to the command palette, which leads to the number', async () => {
    connect()
    const held = holds([testingItem(`0x${'1'.repeat(64)}`)])
    renderSite(<OrderBook collection={SHOWN} filter={{}} action={null} />, { ...answers, [HELD]: held })
    const panel = await screen.findByRole('region', { name: 'Sell into bids' })
    runSiteAction('bids.sell')
    expect(document.activeElement).toBe(within(panel).getByRole('slider'))
  })
})
