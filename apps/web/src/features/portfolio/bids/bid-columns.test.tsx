import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commandRequest } from '../../../app/commands.ts'
import { ownCosts, setOwnCost } from '../../../entities/token/own-costs.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import {
  answerBids,
  asked,
  collectionId,
  connectMe,
  idOf,
  openReceived,
  renderBids,
  resetBidsTab,
  stone,
} from '../testing/bids-tab-driver.tsx'
import { bidOf } from '../testing/testing-bid.ts'

// @vitest-environment happy-dom
beforeEach(connectMe)
afterEach(resetBidsTab)

// @feature bid.pool-covered
it.each([
  ['own', { isPooled: true, fillable: '0' }, true],
  ['own and funded', { isPooled: true, fillable: '1' }, false],
  ['own and expired', { isPooled: true, fillable: '0', expired: true }, false],
  ['own and locked', { isPooled: false, fillable: '0' }, false],
])('marks a bid whose pool does not pay for one item: %s', async (_, change, isMarked) => {
  renderBids('made', answerBids([bidOf({ total: '1200', ...change })]))
  await screen.findByText('1,200')
  expect(screen.queryByText(/Not funded/) !== null).toBe(isMarked)
})

// @feature portfolio.bids
it.each(['made', 'received'] as const)('says size and expiry of bids %s next to what phones show', async (type) => {
  const inDays = (days: number) => String(Math.floor(Date.now() / 1_000) + days * 86_400 + 3_600)
  const bids = [
    bidOf({ total: '3', expirationTime: inDays(6) }),
    bidOf({ total: '1200', offerId: '0xc', expirationTime: null }),
    bidOf({ offerId: '0xd', tokenDataId: idOf(1), tokenBid: true, name: 'Stone #1', expirationTime: inDays(3) }),
  ]
  renderBids(type, answerBids(bids))
  // Alone in an element, which no line breaks.
  const expiry = await screen.findByText('Expires in 6d')
  expect(expiry.closest('[data-wraps]')?.textContent).toBe('StonesExpires in 6d · Collection bid')
  const leading = type === 'made' ? '1.67' : '1.6'
  const rows = screen.getAllByRole('row').slice(1)
  const amounts = rows.map((row) =>
    within(row)
      .getAllByText(leading, { exact: true })
      .map((amount) => amount.closest('td')?.textContent?.replace(/^([\d.]+)\1 APT/, '$1 APT')),
  )
  expect(amounts).toEqual([[`${leading} APT × 3`], [`${leading} APT × 1,200`], [`${leading} APT`]])
  expect(rows.map(({ textContent }) => /Expires in \d+d/.exec(textContent ?? '')?.[0])).toEqual([
    'Expires in 6d',
    undefined,
    'Expires in 3d',
  ])
  // A phone has two lines for the name of an item, and two for what is below it.
  const words = screen.getByTitle('Stone #1').closest('[data-wraps]')
  expect(words?.getAttribute('data-wraps')).toBe('both')
  // Wider windows have a column for it.
  expect(words?.querySelector('[class*="phone"]')?.textContent).toBe('Expires in 3d · ')
})

// @feature portfolio.bids
it('has three lines on a phone for when a bid expires, what it is for, and what its pool pays', async () => {
  const inADay = String(Math.floor(Date.now() / 1_000) + 86_400 + 1_800)
  renderBids('made', answerBids([bidOf({ total: '12', fillable: '3', isPooled: true, expirationTime: inADay })]))
  const funding = await screen.findByText('3 of 12 funded')
  const words = funding.closest('[data-wraps]')
  expect(words?.getAttribute('data-wraps')).toBe('below')
  expect(words?.textContent).toBe('StonesExpires in 24h · Collection bid · 3 of 12 funded')
})

// @feature portfolio.bids
it.each([
  ['your own', true],
  ['another wallet’s', false],
])('says who receives what a bid brings: %s', async (_, isOwn) => {
  if (!isOwn) walletSession.set(walletSession.initial)
  renderBids('received', answerBids([bidOf()]))
  await screen.findByRole('table')
  expect(screen.queryAllByText('You receive')).toHaveLength(isOwn ? 1 : 0)
  expect(screen.queryAllByText('After fees')).toHaveLength(isOwn ? 0 : 1)
})

// @feature portfolio.bids
it('names the bidder', async () => {
  openReceived([bidOf({ buyerName: 'mara.apt' })], () => [])
  await screen.findByText('mara.apt')
})

// @feature portfolio.bids
it.each([
  ['unknown', () => [stone(1)], ['unknown', '-']],
  ['known', () => [stone(1, { costPrice: '120000000' })], ['1.2 APT', '+0.4 APT']],
  ['of an item that has been sold', () => [], ['unknown', '-']],
  ['not to be had', () => Promise.reject(new ApiFailure(400, 'bad-request')), ['unknown', '-']],
] as const)('says nothing of a cost and its gain before it is loaded: %s', async (_, answer, texts) => {
  const loaded = Promise.withResolvers<void>()
  const items = async () => {
    await loaded.promise
    const data = await answer()
    return { data, nextCursor: null, total: data.length }
  }
  const bid = bidOf({ tokenDataId: idOf(1), propertyVersion: '0', name: 'Stone #1', tokenBid: true })
  renderBids('received', {
    ...answerBids([bid]),
    [`/data/user/tokens/${ME}`]: items,
  })
  await screen.findByTitle('Stone #1')
  const cells = () => screen.getAllByRole('cell').slice(3, 5)
  expect(cells().map((cell) => [cell.textContent, cell.querySelector('[data-placeholder]') !== null])).toEqual([
    ['', true],
    ['', true],
  ])
  loaded.resolve()
  await waitFor(() => {
    const said = cells().map(({ textContent }) =>
      textContent?.replaceAll(/\s/g, ' ').replace(/^([\d.]+)\1 APT/, '$1 APT'),
    )
    expect(said).toEqual(texts)
  })
})

// @feature portfolio.bids
it('says of a bid on an item what it cost, one’s own cost too, and what the bid leaves over it', async () => {
  ownCosts.set([])
  setOwnCost(ME, idOf(2), 200_000_000n)
  const on = (at: number) =>
    bidOf({ tokenDataId: idOf(at), propertyVersion: '0', name: `Stone #${at}`, offerId: `0x${at}`, tokenBid: true })
  openReceived([on(1), on(2), on(3)], () => [stone(1, { costPrice: '120000000' }), stone(2), stone(3)])
  await screen.findByText('+0.4', { exact: false })
  expect(outcomes()).toEqual([
    ['1.6 APT', '1.2 APT', '+0.4 APT'],
    ['1.6 APT', '2 APT', '-0.4 APT'],
    ['1.6 APT', 'unknown', '-'],
  ])
})

/** Returns what each bid brings, its cost and its gain. */
function outcomes(): readonly (readonly (string | undefined)[])[] {
  const said = ({ textContent }: HTMLElement) =>
    textContent?.replaceAll(/\s/g, ' ').replace(/^([\d.]+)\1 APT/, '$1 APT')
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').slice(2, 5).map(said))
}

/** Gives the window the width from which it has the columns of cost and gain. */
function widen(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(min-width: 1360px)',
    addEventListener() {},
    removeEventListener() {},
  }))
}

/** What is shown of a cost, and of what a bid of 1.6 APT leaves over it. */
const SHOWN: Readonly<Record<string, readonly [string, string]>> = {
  90000000: ['0.9 APT', '+0.7 APT'],
  160000000: ['1.6 APT', '0 APT'],
  250000000: ['2.5 APT', '-0.9 APT'],
  unknown: ['unknown', '-'],
}

// @feature portfolio.bids
it('says of a bid on any of several the cost of the item that its sale proposes, and what the bid leaves over it', async () => {
  const costs = fc.constantFrom(null, '90000000', '160000000', '250000000')
  const item = fc.record({
    costPrice: costs,
    ownCost: costs,
    estimatedPrice: fc.constantFrom(null, '150000000'),
    held: fc.constantFrom('1', '1', '2'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), async (drawn) => {
      widen()
      const stones = drawn.map(({ ownCost: _, ...change }, at) => stone(at + 1, change))
      for (const [at, { ownCost }] of drawn.entries())
        if (ownCost !== null) setOwnCost(ME, idOf(at + 1), BigInt(ownCost))
      openReceived([bidOf()], () => stones)
      const number = await screen.findByTitle(/^Stone #\d$/)
      fireEvent.click(screen.getByRole('button', { name: /^Accept/ }))
      await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull())
      expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ name: number.title }] })
      const at = stones.findIndex(({ name }) => name === number.title)
      const { held, costPrice, ownCost } = drawn[at] ?? { held: '2', costPrice: null, ownCost: null }
      const known = held === '1' ? (costPrice ?? ownCost) : null
      const [cost, gain] = SHOWN[known ?? 'unknown'] ?? []
      expect(outcomes()).toEqual([['1.6 APT', `${cost}#${at + 1}`, gain]])
      resetBidsTab()
      connectMe()
    }),
    { numRuns: 15 },
  )
})

// @feature portfolio.bids, portfolio.trait-bid
it('looks in the items of each collection once, and for a bid on a trait in those that it wants', async () => {
  widen()
  const setRoot = 'f'.repeat(64)
  const bids = [bidOf(), bidOf({ offerId: '0xc', netOctas: null }), bidOf({ offerId: '0xd', setRoot })]
  const items = [stone(1, { costPrice: '120000000' }), stone(2, { costPrice: '150000000' })]
  openReceived(bids, () => items, undefined, {
    [`/data/token-sets/${setRoot}`]: () => ({
      root: setRoot,
      collectionId,
      tokens: [{ tokenDataId: idOf(2), names: null }],
      condition: null,
    }),
  })
  await waitFor(() =>
    expect(outcomes()).toEqual([
      ['1.6 APT', '1.2 APT#1', '+0.4 APT'],
      ['-', '1.2 APT#1', '-'],
      ['1.6 APT', '1.5 APT#2', '+0.1 APT'],
    ]),
  )
  // Those not listed and those listed, for each of the two kinds of bids.
  expect(asked.mock.calls).toEqual([[collectionId], [collectionId], [collectionId], [collectionId]])
})

// @feature portfolio.bids
it.each([
  ['nothing of it is held any more', () => []],
  [
    'the items cannot be loaded',
    () => {
      throw new ApiFailure(400, 'bad-request')
    },
  ],
])('says no cost of a collection bid where %s', async (_, items) => {
  widen()
  openReceived([bidOf()], items)
  await waitFor(() => expect(outcomes()).toEqual([['1.6 APT', '-', '-']]))
})

// @feature portfolio.bids
it('asks for no items of a collection bid in a window without the columns of cost and gain', async () => {
  openReceived([bidOf()], () => [stone(1)])
  await screen.findByRole('table')
  await waitFor(() => screen.getByRole('button', { name: /^Accept/ }))
  expect(asked).not.toHaveBeenCalled()
})
