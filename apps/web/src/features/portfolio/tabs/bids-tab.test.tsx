import type { BidItem } from '@opal/contract/bids'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import { ownCosts, setOwnCost } from '../../../entities/token/own-costs.ts'
import { buildSet } from '../../../entities/token-set/build-set.ts'
import { storeCondition } from '../../../entities/token-set/stored-conditions.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { formatApt, formatAptExact } from '../../../shared/format/apt.ts'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { testingToken } from '../../../testing/testing-token.ts'
import type { ItemsPage } from '../portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import { bidOf } from '../testing/testing-bid.ts'
import BidsTab from './bids-tab.tsx'

// @vitest-environment happy-dom
const PATIENT = { timeout: 15_000 }
const idOf = (at: number) => `0x${String(at).repeat(64)}`
const { collectionId } = testingItem(idOf(1))
const stone = (at: number, change: Partial<PortfolioToken> = {}) =>
  testingItem(idOf(at), { name: `Stone #${at}`, ...change })

const asked = vi.fn()
function open(
  bids: readonly BidItem[],
  items: (cursor: string | null) => readonly PortfolioToken[] | ItemsPage,
  marketplaces = MARKETPLACES,
) {
  const answers = {
    [`/data/user/biddings/${ME}`]: () => ({ data: bids, nextCursor: null }),
    [`/data/user/tokens/${ME}`]: (_: unknown, url: URL) => {
      asked(url.searchParams.get('collectionId'))
      const type = url.searchParams.get('type')
      const found = items(url.searchParams.get('cursor'))
      if ('total' in found) return type === 'listed' ? { data: [], nextCursor: null, total: 0 } : found
      const isWanted = ({ ownListings }: PortfolioToken) =>
        type === 'all' || type === null || ownListings.length > 0 === (type === 'listed')
      const data = found.filter(isWanted)
      return { data, nextCursor: null, total: data.length }
    },
  }
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-received' as const }
  const tab = <BidsTab wallet={ME} type="received" view={view} onViewChange={() => {}} />
  return renderSite(tab, answers, marketplaces)
}
const accept = (name: string) => screen.findByRole('button', { name }, PATIENT)
const ACCEPT = 'Accept the bid of 1.67 APT for Stones'
const BID = { marketplace: 'own', offerId: '0xb', price: '167000000' }

beforeEach(() => walletSession.set((before) => ({ ...before, address: ME })))
afterEach(() => {
  cleanup()
  asked.mockClear()
  localStorage.clear()
  ownCosts.set([])
  finishCommand('openTrade')
  pendingBids.set(new Set())
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

it.each([
  ['made', 'Total of these bids'],
  ['received', 'Best bid after fees'],
] as const)('says no sum of bids %s before they are loaded', async (type, label) => {
  const loaded = Promise.withResolvers<unknown>()
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: `bids-${type}` as const }
  renderSite(<BidsTab wallet={ME} type={type} view={view} onViewChange={() => {}} />, {
    [`/data/user/biddings/${ME}`]: () => loaded.promise,
  })
  const sum = await screen.findByText(label, { exact: false }, PATIENT)
  expect(sum.textContent).toBe(`${label} `)
  expect(sum.querySelector('[data-placeholder]')).toBeTruthy()
  loaded.resolve({ data: [bidOf({ bidPrice: '300000000', netOctas: '300000000', total: '1' })], nextCursor: null })
  await waitFor(() => expect(screen.getByText(label, { exact: false }).textContent).toContain('3 APT'), PATIENT)
})

// @feature portfolio.bids
it.each([
  ['made', 'date', 'Total of the bids loaded so far'],
  ['received', 'date', 'Best of the bids loaded so far, after fees'],
  // The first row has it.
  ['received', 'net', 'Best bid after fees'],
] as const)('says of bids %s, by %s, what its sum is of while more are not loaded', async (type, bidSort, label) => {
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: `bids-${type}` as const, bidSort, bids: 'expired' as const }
  const rest = Promise.withResolvers<unknown>()
  renderSite(<BidsTab wallet={ME} type={type} view={view} onViewChange={() => {}} />, {
    [`/data/user/biddings/${ME}`]: (_: unknown, { searchParams }: URL) =>
      searchParams.has('cursor') ? rest.promise : { data: [bidOf({ total: '1' })], nextCursor: 'more' },
  })
  await screen.findByText(label, { exact: false }, PATIENT)
  // An expired bid may be among the others.
  expect(screen.queryByText('No results')).toBeNull()
})

// @feature portfolio.bids
it('says what the best bid brings as its row does, rounded down', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt(10_000n, 10n ** 14n), async (octas) => {
      cleanup()
      open([bidOf({ bidPrice: String(octas * 2n), netOctas: String(octas), total: '1' })], () => [])
      const prices = await screen.findAllByTitle(formatAptExact(octas), {}, PATIENT)
      expect(prices.map((price) => price.firstElementChild?.textContent)).toEqual([
        ...[formatApt(octas, 'down'), formatApt(octas, 'down')],
      ])
    }),
    { numRuns: 3, examples: [[7_222_875_000n]] },
  )
})

// @feature bid.pool-covered
it.each([
  ['own', { isPooled: true, fillable: '0' }, true],
  ['own and funded', { isPooled: true, fillable: '1' }, false],
  ['own and expired', { isPooled: true, fillable: '0', expired: true }, false],
  ['own and locked', { isPooled: false, fillable: '0' }, false],
])('marks a bid whose pool does not pay for one item: %s', async (_, change, isMarked) => {
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-made' as const }
  renderSite(<BidsTab wallet={ME} type="made" view={view} onViewChange={() => {}} />, {
    [`/data/user/biddings/${ME}`]: () => ({ data: [bidOf({ total: '1200', ...change })], nextCursor: null }),
  })
  await screen.findByText('1,200', {}, PATIENT)
  expect(screen.queryByText(/Not funded/) !== null).toBe(isMarked)
})

// @feature bid.pool-covered
it.each([
  ['by its pool in part', [{ isPooled: true, total: '3', fillable: '1' }], '1 of 3 funded', '22.5 APT, 7.5 APT funded'],
  ['by its pool in full', [{ isPooled: true, total: '1' }], null, '7.5 APT'],
  ['by money that it locks', [{ total: '3' }], null, '22.5 APT'],
  [
    'by a pool that two bids share',
    [
      { isPooled: true, total: '2', fillable: '1' },
      { isPooled: true, total: '1', offerId: '0xc' },
    ],
    '1 of 2 funded',
    '22.5 APT, 10 APT funded',
  ],
])('says for how many items a bid is funded, and the total of that: %s', async (_, changes, label, total) => {
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-made' as const }
  const bids = changes.map((change) => bidOf({ bidPrice: '750000000', ...change }))
  renderSite(
    <BidsTab wallet={ME} type="made" view={view} onViewChange={() => {}} />,
    {
      [`/data/user/biddings/${ME}`]: () => ({ data: bids, nextCursor: null }),
      [`/data/user/pool/${ME}`]: () => ({ balance: '1000000000', bids: 2, exposure: '2250000000' }),
    },
    MARKETPLACES.map((one) => ({ ...one, abilities: [...one.abilities, 'place-pool-offer'] })),
  )
  const sum = () => screen.getByText('Total of these bids', { exact: false }).textContent
  // Prices are shown, and read out, each.
  const said = () => sum()?.replaceAll(/([\d.]+)\1 APT/g, '$1 APT')
  await waitFor(() => expect(said()).toBe(`Total of these bids ${total}`), PATIENT)
  expect(screen.queryByText(/^\d of \d funded$/)?.textContent ?? null).toBe(label)
  // What is cut where there is no room is not the kind of the bid.
  if (label !== null) screen.getByText((_text, part) => part?.textContent === `Collection bid · ${label}`)
})

// @feature portfolio.bids
it.each(['made', 'received'] as const)('says size and expiry of bids %s next to what phones show', async (type) => {
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: `bids-${type}` as const }
  const inDays = (days: number) => String(Math.floor(Date.now() / 1_000) + days * 86_400 + 3_600)
  const bids = [
    bidOf({ total: '3', expirationTime: inDays(6) }),
    bidOf({ total: '1200', offerId: '0xc', expirationTime: null }),
    bidOf({ offerId: '0xd', tokenDataId: idOf(1), tokenBid: true, name: 'Stone #1', expirationTime: inDays(3) }),
  ]
  renderSite(<BidsTab wallet={ME} type={type} view={view} onViewChange={() => {}} />, {
    [`/data/user/biddings/${ME}`]: () => ({ data: bids, nextCursor: null }),
  })
  // Alone in an element, which no line breaks.
  const expiry = await screen.findByText('Expires in 6d', {}, PATIENT)
  expect(expiry.parentElement?.parentElement?.textContent).toBe('Collection bid · Expires in 6d')
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
it('names the bidder', async () => {
  open([bidOf({ buyerName: 'mara.apt' })], () => [])
  await screen.findByText('mara.apt')
})

// @feature bid.trait-words, bid.trait-misfits, portfolio.trait-bid
it.each([
  [0, 'Trait bid · Fur: Gold'],
  [3, 'Trait bid · Fur: Gold · 3 of 12 no longer fit'],
])('names what a bid on a set is for, and to its bidder how many items no longer fit: %s', async (misfits, words) => {
  const setCondition = { attributes: [{ trait_type: 'Fur', value: 'Gold' }], rarityTop: 0, rarityBottom: 0 }
  const setRoot = 'f'.repeat(64)
  const bid = bidOf({ setRoot, setSize: 12, setCondition, isPooled: true, buyer: ME })
  const fit = { root: setRoot, collectionId, size: 12, condition: setCondition, misfits }
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-made' as const }
  renderSite(<BidsTab wallet={ME} type="made" view={view} onViewChange={() => {}} />, {
    [`/data/user/biddings/${ME}`]: () => ({ data: [bid], nextCursor: null }),
    [`/data/token-sets/${setRoot}/fit`]: () => fit,
  })
  const shown = await screen.findByText(words, {}, PATIENT)
  expect(shown.title).toBe(words)
  expect(shown.closest('[data-wraps="below"]')).not.toBeNull()
  expect(screen.getByTitle('Stones').getAttribute('href')).toBe(`/collection/${collectionId}?tab=bids&trait=Fur%3AGold`)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the bid of 1.67 APT for Stones, Fur: Gold' }))
  expect(commandRequest('openTrade')).toMatchObject({ bids: [{ name: 'Stones', setLabel: 'Fur: Gold' }] })
})

// @feature portfolio.bids, portfolio.trait-bid
it.each([
  [
    'a bid on its trait with that of the trait',
    { attributes: [{ trait_type: 'Fur', value: 'Gold' }] },
    '3 APT',
    '44.3% below',
  ],
  ['a bid on chosen items with none', null, '-', '-'],
  ['a bid on a trait of which nothing is listed with none', { rarityTop: 9 }, '-', '-'],
] as const)('compares %s, not with the floor of the collection', async (_, condition, floor, distance) => {
  const setCondition = condition && { rarityTop: 0, rarityBottom: 0, ...condition }
  const setRoot = 'f'.repeat(64)
  const bid = bidOf({ setRoot, setSize: 12, setCondition, floorPrice: '10000000', buyer: ME })
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-made' as const }
  renderSite(<BidsTab wallet={ME} type="made" view={view} onViewChange={() => {}} />, {
    [`/data/user/biddings/${ME}`]: () => ({ data: [bid], nextCursor: null }),
    [`/data/token-sets/${setRoot}/fit`]: () => ({ root: setRoot, collectionId, size: 12, condition, misfits: 0 }),
    [`/api/collection/${collectionId}/nfts`]: (_body: unknown, { searchParams }: URL) => {
      const isGold = searchParams.get('attributes')?.includes('Gold')
      const isCheapest = searchParams.get('sort') === 'price_asc' && searchParams.get('nftType') === 'LISTED'
      const found = isGold && isCheapest ? [testingToken(1, 300_000_000)] : []
      return { data: found, nextCursor: null, total: found.length }
    },
  })
  const row = (await screen.findByText(/^Trait bid/, {}, PATIENT)).closest('tr')
  await waitFor(() => expect(row?.textContent).toContain(`${floor}${distance}`), PATIENT)
})

// @feature portfolio.trait-bid
it('asks for the floors of many traits a few at a time, and shows each', async () => {
  const furs = Array.from({ length: 12 }, (_, at) => `Fur ${at}`)
  const bids = furs.map((value, at) => {
    const setCondition = { attributes: [{ trait_type: 'Fur', value }], rarityTop: 0, rarityBottom: 0 }
    const setRoot = at.toString(16).repeat(64)
    return bidOf({ setRoot, setSize: 12, setCondition, offerId: `0x${at}`, buyer: idOf(3) })
  })
  let [running, most] = [0, 0]
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-made' as const }
  renderSite(<BidsTab wallet={idOf(3)} type="made" view={view} onViewChange={() => {}} />, {
    [`/data/user/biddings/${idOf(3)}`]: () => ({ data: bids, nextCursor: null }),
    [`/api/collection/${collectionId}/nfts`]: async (_body: unknown, { searchParams }: URL) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      const at = furs.findIndex((value) => searchParams.get('attributes')?.includes(`"${value}"`))
      return { data: [testingToken(1, (at + 2) * 100_000_000)], nextCursor: null, total: 1 }
    },
  })
  for (const at of furs.keys()) {
    const row = (await screen.findByText(`Trait bid · Fur: Fur ${at}`, {}, PATIENT)).closest('tr')
    await waitFor(() => expect(row?.textContent).toContain(`${at + 2} APT`), PATIENT)
  }
  expect(most).toBe(4)
})

const GOLD = { attributes: [{ trait_type: 'Fur', value: 'Gold' }] }
const LOST = 'sellers can’t find it here: its list of items isn’t stored anymore'

// @feature bid.trait-lost
it.each([
  ['the same tokens fit', [1, 2], true, 'Trait bid · Fur: Gold'],
  ['others fit by now', [1, 2, 3], true, `Trait bid · Chosen items · ${LOST}`],
  ['the browser does not know its condition', [1, 2], false, `Trait bid · Chosen items · ${LOST}`],
])('announces the lost set of an own bid again, or says that it is lost: %s', async (_, fitting, isKnown, words) => {
  const tokens = (count: readonly number[]) => count.map((at) => ({ tokenDataId: idOf(at), names: null }))
  const set = await buildSet(tokens([1, 2]), new AbortController().signal)
  const root = set?.root ?? ''
  localStorage.clear()
  if (isKnown) storeCondition(root, GOLD)
  const announced: unknown[] = []
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-made' as const }
  renderSite(<BidsTab wallet={ME} type="made" view={view} onViewChange={() => {}} />, {
    [`/data/user/biddings/${ME}`]: () => ({
      data: [bidOf({ setRoot: root, setSize: null, setCondition: null, isPooled: true, buyer: ME })],
      nextCursor: null,
    }),
    '/data/token-sets': (body: unknown, _url: URL, method: string) => {
      if (method === 'GET') return { collectionId, tokens: tokens(fitting) }
      announced.push(body)
      return { root, size: 2 }
    },
  })
  await screen.findByText(words, {}, PATIENT)
  const isAgain = isKnown && fitting.length === 2
  expect(announced).toEqual(isAgain ? [{ root, collectionId, tokens: [idOf(1), idOf(2)], condition: GOLD }] : [])
})

// @feature portfolio.bids
it('opens the sale of the item that a bid is for', async () => {
  open([bidOf({ tokenDataId: idOf(1), propertyVersion: '3', name: 'Stone #1', tokenBid: true })], () => [])
  fireEvent.click(await accept('Accept the bid of 1.67 APT for Stone #1'))
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'accept-bid',
    tokens: [{ tokenDataId: idOf(1), propertyVersion: '3', bid: BID }],
  })
  expect(asked).not.toHaveBeenCalledWith(collectionId)
})

// @feature portfolio.bids
it('opens the sale of the only item that the wallet holds of the wanted collection', async () => {
  open([bidOf()], () => [stone(1)])
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull(), PATIENT)
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'accept-bid',
    tokens: [{ tokenDataId: idOf(1), bid: BID }],
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
  open([bidOf()], () => items)
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull(), PATIENT)
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
  open([bidOf()], () => [cost(1, null), cost(2, '900000000'), cost(3, '20000000')])
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull(), PATIENT)
  expect(commandRequest('openTrade')).toMatchObject({
    tokens: [{ name: 'Stone #3' }],
    others: [{ name: 'Stone #2' }, { name: 'Stone #1' }],
  })
})

// @feature portfolio.bids
it('sells a listed item where no other is held, and as many as the bid takes', async () => {
  const listed = stone(1, { ownListings: [testingListing(idOf(1), { marketplace: 'own', price: '200000000' })] })
  open([bidOf({ total: '50' })], () => [listed])
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull(), PATIENT)
  expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ name: 'Stone #1' }], others: [], atMost: 30 })
})

// @feature portfolio.bids
it('offers the items of later pages too', async () => {
  const pages = [
    { data: [stone(1), stone(2)], nextCursor: 'p2', total: 3 },
    { data: [stone(3, { rarity: 999 })], nextCursor: null, total: 3 },
  ]
  open([bidOf()], (cursor) => pages[cursor === null ? 0 : 1] ?? [])
  fireEvent.click(await accept(ACCEPT))
  await waitFor(() => expect(commandRequest('openTrade')).not.toBeNull(), PATIENT)
  expect(commandRequest('openTrade')).toMatchObject({
    tokens: [{ name: 'Stone #3' }],
    others: [{ name: 'Stone #1' }, { name: 'Stone #2' }],
  })
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
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-received' as const }
  const bid = bidOf({ tokenDataId: idOf(1), propertyVersion: '0', name: 'Stone #1', tokenBid: true })
  renderSite(<BidsTab wallet={ME} type="received" view={view} onViewChange={() => {}} />, {
    [`/data/user/biddings/${ME}`]: () => ({ data: [bid], nextCursor: null }),
    [`/data/user/tokens/${ME}`]: items,
  })
  await screen.findByTitle('Stone #1', {}, PATIENT)
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
  }, PATIENT)
})

// @feature portfolio.bids
it('says of a bid on an item what it cost, one’s own cost too, and what the bid leaves over it', async () => {
  ownCosts.set([])
  setOwnCost(ME, idOf(2), 200_000_000n)
  const on = (at: number) =>
    bidOf({ tokenDataId: idOf(at), propertyVersion: '0', name: `Stone #${at}`, offerId: `0x${at}`, tokenBid: true })
  open([on(1), on(2), on(3), bidOf()], () => [stone(1, { costPrice: '120000000' }), stone(2), stone(3)])
  await screen.findByText('+0.4', { exact: false }, PATIENT)
  const texts = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(2, 5)
        .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' ').replace(/^([\d.]+)\1 APT/, '$1 APT')),
    )
  expect(texts).toEqual([
    ['1.6 APT', '1.2 APT', '+0.4 APT'],
    ['1.6 APT', '2 APT', '-0.4 APT'],
    ['1.6 APT', 'unknown', '-'],
    ['1.6 APT', '-', '-'],
  ])
})

// @feature portfolio.bids
it('orders the bids received by the column that is pressed', async () => {
  const changed = vi.fn()
  const answers = { [`/data/user/biddings/${ME}`]: () => ({ data: [bidOf()], nextCursor: null }) }
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'bids-received' as const }
  renderSite(<BidsTab wallet={ME} type="received" view={view} onViewChange={changed} />, answers)
  const header = (name: string) => screen.findByRole('columnheader', { name }, PATIENT)
  expect((await header('You receive')).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(within(await header('Bid')).getByRole('button'))
  expect(changed).toHaveBeenCalledWith({ ...view, bidSort: 'price' })
})

// @feature portfolio.bids
it.each([
  ['received', 'net'],
  ['made', 'date'],
] as const)('asks for the bids %s by %s', async (type, sortBy) => {
  const sorts: (string | null)[] = []
  const answers = {
    [`/data/user/biddings/${ME}`]: (_: unknown, url: URL) => {
      sorts.push(url.searchParams.get('sortBy'))
      return { data: [], nextCursor: null }
    },
  }
  renderSite(<BidsTab wallet={ME} type={type} view={DEFAULT_PORTFOLIO_VIEW} onViewChange={() => {}} />, answers)
  await waitFor(() => expect(sorts).toEqual([sortBy]), PATIENT)
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
  open([bidOf()], items)
  fireEvent.click(await accept(ACCEPT))
  await screen.findByText(words, {}, PATIENT)
  expect(commandRequest('openTrade')).toBeNull()
})

// @feature portfolio.bids
it('offers no sale where the marketplace takes none', async () => {
  const shut = MARKETPLACES.map((marketplace) => ({ ...marketplace, abilities: [] }))
  open([bidOf()], () => [], shut)
  await screen.findByText('Collection bid', {}, PATIENT)
  expect(screen.queryByRole('button', { name: ACCEPT })).toBeNull()
})

// @feature portfolio.pending
it('waits with a sale whose bid is being accepted', async () => {
  open([bidOf()], () => [stone(1)])
  await accept(ACCEPT)
  act(() => pendingBids.set(new Set([bidKey(bidOf())])))
  expect((await accept(ACCEPT)).getAttribute('aria-disabled')).toBe('true')
})
