import type { PortfolioToken } from '@opal/contract/portfolio'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { type ApiAnswers, ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW, type PortfolioView } from '../portfolio-view.ts'
import type { Selection } from '../rows/use-selection.ts'
import { listingColumns, type OwnListing } from './listing-columns.tsx'
import ListingsTab from './listings-tab.tsx'

// @vitest-environment happy-dom
const FLOORS = `/data/user/collections/details/${ME}`
const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}`

/** An item for 1 APT, the only one of its collection. */
function listed(at: number): PortfolioToken {
  const token = testingItem(idOf(at), { name: `Stone #${at}`, collectionId: idOf(1000 + at) })
  return { ...token, ownListings: [testingListing(token.tokenDataId, { marketplace: 'own' })] }
}

const changed = vi.fn()

function open(
  items: () => readonly PortfolioToken[],
  floors: (ids: readonly string[]) => unknown,
  filters: Partial<PortfolioView> = {},
  more: ApiAnswers = {},
) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = () => ({ data: items(), nextCursor: null, total: items().length })
  const answers = {
    [`/data/user/tokens/${ME}`]: page,
    [FLOORS]: (body: unknown) => floors((body as { collectionIds: string[] }).collectionIds),
    ...more,
  }
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'listings' as const, ...filters }
  renderSite(<ListingsTab wallet={ME} view={view} onViewChange={changed} />, answers, undefined, { queries })
  return queries
}

/** Floors of 0.8 APT. */
function floorsOf(ids: readonly string[]) {
  const data = ids.map((collectionId) => ({
    ...{ collectionId, name: 'Stones', image: null, isVerified: false, slug: 'stones', tokenStandard: 'v2' },
    ...{
      floorPrice: '80000000',
      ownFloor: '100000000',
      floorVersion: '2',
      topBid: null,
      listed: '1',
      value: '0',
      tokenCount: '1',
      isSpam: false,
    },
  }))
  return { data }
}

const floorWith = (changes: object) => ({ ...floorsOf([listed(1).collectionId]).data[0], ...changes })

afterEach(() => {
  cleanup()
  pendingTokens.set(new Set())
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

/** Marks of this text in the column that wide windows show, and below the price, where phones have them. */
function marks(text: string, within: ParentNode = document) {
  const all = [...within.querySelectorAll('td[data-priority]')].map((cell) => ({
    isWide: cell.getAttribute('data-priority') === '2',
    text: cell.textContent,
  }))
  const found = all.filter((cell) => cell.text.includes(text))
  return { wide: found.filter(({ isWide }) => isWide).length, phone: found.filter(({ isWide }) => !isWide).length }
}

// @feature portfolio.listing-standing
it.each([
  ['undercut', floorsOf, ['Undercut', '+25%']],
  ['above a floor that was there before', () => ({ data: [floorWith({ floorVersion: '1' })] }), ['+25% vs floor']],
  ['far above a floor', () => ({ data: [floorWith({ floorPrice: '1000000' })] }), ['Undercut', '+9,900%']],
  ['above a floor of its own', () => ({ data: [floorWith({ ownFloor: '80000000' })] }), ['+25%']],
  ['the floor', () => ({ data: [floorWith({ floorPrice: '100000000' })] }), ['Floor']],
  ['without a floor', () => ({ data: [floorWith({ floorPrice: null })] }), []],
])(
  'waits for the floors, and marks what is %s in the column and below the price of phones',
  async (_, floors, texts) => {
    const answer = Promise.withResolvers<unknown>()
    open(
      () => [listed(1)],
      (ids) => answer.promise.then(() => floors(ids)),
    )
    const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
    // A dash would say that there is no floor.
    expect(row.querySelectorAll('td[data-priority="2"] [data-placeholder]')).toHaveLength(1)
    expect(marks('-', row).wide).toBe(0)
    answer.resolve(undefined)
    await waitFor(() => expect(row.querySelector('td[data-priority="2"] [data-placeholder]')).toBeNull())
    for (const text of texts) expect(marks(text, row), text).toEqual({ wide: 1, phone: 1 })
    for (const text of ['Undercut', '+25%', '+9,900%', 'Floor'].filter(
      (each) => !texts.some((text) => text.includes(each)),
    )) {
      expect(marks(text, row), text).toEqual({ wide: 0, phone: 0 })
    }
  },
)

// @feature portfolio.listing-terms
it('says the terms of each listing in a column, and below its name where there is none', async () => {
  const terms = {
    ...{ startPrice: '300000000', endPrice: '50000000', fallsFromSeconds: '1', fallsUntilSeconds: '4000000000' },
    ...{ nextChangeSeconds: null, expiresAtSeconds: null, reservedFor: null, leastProceeds: '7' },
  }
  const plain = listed(2)
  const falling = { ...listed(1), ownListings: [testingListing(idOf(1), { marketplace: 'own', terms })] }
  open(() => [falling, plain], floorsOf)
  const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
  const cells = () => within(row).getAllByText(/^Falls to 0\.5 APT in \d+d$/)
  expect(cells().map((cell) => cell.closest('td')?.dataset.priority)).toEqual(['1', '3'])
  expect(cells()[0]?.title).toContain('falls to 0.5 APT by ')
  const other = screen.getByTitle('Stone #2').closest('tr') ?? document.body
  expect(other.textContent).not.toContain('Falls')
  // What a phone has to cut comes last.
  expect(cells()[0]?.closest('[data-wraps="below"]')?.textContent).toMatch(/^Stone #1Falls to 0\.5 APT in \d+d · /)
  expect(touchHeight()).toBe('64px')
  cleanup()
  open(() => [plain], floorsOf)
  await screen.findByTitle('Stone #2')
  expect(screen.queryByRole('columnheader', { name: 'Terms' })).toBeNull()
  expect(touchHeight()).toBe('64px')
})

// @feature portfolio.listing-terms
it.each([
  ['of one’s own', { has: () => false } as unknown as Selection<OwnListing>],
  ['of another wallet', null],
])(
  'leave the names %s more room than the terms, in the narrowest window that has a column for them',
  (_, selection) => {
    const columns = listingColumns(selection, () => null, {
      ...{ withTerms: true, names: new Map(), isPhone: false, hasMenus: true },
    })
    const shown = columns.filter(({ priority = 4 }) => priority <= 3)
    const widths = shown.map(({ width }) => Number.parseInt(width ?? '0', 10))
    const terms = widths[shown.findIndex(({ id }) => id === 'terms')] ?? 0
    // Of a window of 1024 px, less the gutters of the page.
    expect(976 - widths.reduce((sum, width) => sum + width, 0)).toBeGreaterThanOrEqual(terms + 80)
  },
)

// @feature portfolio.listing-terms
it('calls the buyers that listings are reserved for by their names, asked for together', async () => {
  const buyers = [idOf(0xb1), idOf(0xb2)] as const
  const asked: unknown[] = []
  const terms = (reservedFor: string) => ({
    ...{ startPrice: null, endPrice: null, fallsFromSeconds: null, fallsUntilSeconds: null, nextChangeSeconds: null },
    ...{ expiresAtSeconds: null, reservedFor, leastProceeds: null },
  })
  const items = buyers.map((buyer, at) => {
    const change = { marketplace: 'own', validity: 'reserved', terms: terms(buyer) } as const
    return { ...listed(at + 1), ownListings: [testingListing(idOf(at + 1), change)] }
  })
  const name = (body: unknown) => {
    asked.push(body)
    const known = { wallet_address: buyers[0], name: 'moonlight-walker.apt', is_wallet_address: true }
    return { data: [known, { wallet_address: buyers[1], name: null, is_wallet_address: true }] }
  }
  open(() => items, floorsOf, {}, { '/data/user/names': name })
  const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
  // Below the name and in the column of wide windows.
  await waitFor(() => expect(within(row).getAllByText('Reserved for moonlight-wa…apt')).toHaveLength(2))
  expect(within(row).getAllByTitle('reserved for moonlight-wa…apt').length).toBeGreaterThan(2)
  expect(screen.getAllByText('Reserved for 0x0000…00b2')).toHaveLength(2)
  expect(asked).toEqual([{ wallet_address: buyers }])
})

/** Height of the rows on phones. */
function touchHeight(): string | undefined {
  const frame = screen.getByRole('table').closest<HTMLElement>('[data-scrolls]')
  return frame?.style.getPropertyValue('--touch-height')
}

// @feature portfolio.listing-standing
it('says of floors that cannot be read that they are not known', async () => {
  open(
    () => [listed(1)],
    () => {
      throw new ApiFailure(503, 'away')
    },
  )
  const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
  await waitFor(() => expect(row.querySelector('td[data-priority="2"] [data-placeholder]')).toBeNull())
  expect(marks('-', row).wide).toBe(1)
})

// @feature portfolio.listing-order
it('sorts by item, price, distance to the floor and age, on the server', async () => {
  open(() => [listed(1)], floorsOf, { sort: 'listed_price', order: 'asc' })
  await screen.findByTitle('Stone #1')
  for (const [name, sort, order] of [
    ['List price', 'listed_price', 'desc'],
    ['Distance to floor', 'floor_distance', 'asc'],
    ['Listed for', 'listed_at', 'asc'],
    ['Item', 'name', 'asc'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name }))
    expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ tab: 'listings', sort, order }))
  }
  expect(screen.getByRole('columnheader', { name: 'List price' }).getAttribute('aria-sort')).toBe('ascending')
})

// @feature portfolio.listing-standing
it('keeps the distances to the floors while those of further collections are fetched', async () => {
  let items = [listed(1)]
  const slow = Promise.withResolvers<unknown>()
  const queries = open(
    () => items,
    (ids) => (ids.length === 1 ? floorsOf(ids) : slow.promise),
  )
  await waitFor(() => expect(marks('+25%')).toEqual({ wide: 1, phone: 1 }))
  expect(marks('Undercut')).toEqual({ wide: 1, phone: 1 })
  items = [listed(1), listed(2)]
  await act(() => queries.invalidateQueries({ queryKey: [PORTFOLIO_KEY, ME, 'items'] }))
  const row = (await screen.findByTitle('Stone #2')).closest('tr') ?? document.body
  expect([marks('+25%').wide, marks('+25%', row).wide]).toEqual([1, 0])
  slow.resolve(floorsOf(items.map(({ collectionId }) => collectionId)))
  await waitFor(() => expect(marks('+25%', row).wide).toBe(1))
  expect(marks('+25%').wide).toBe(2)
})

// @feature portfolio.listing-standing
it('does not call undercut what is dearer than the floor where another of the wallet’s own is the floor, loaded or not', async () => {
  open(
    () => [listed(1)],
    () => ({ data: [floorWith({ ownFloor: '80000000' })] }),
  )
  await waitFor(() => expect(marks('+25%').wide).toBe(1))
  expect(marks('Undercut')).toEqual({ wide: 0, phone: 0 })
})

// @feature portfolio.listing-standing
it('fetches the floors of any number of collections', async () => {
  const { createApiClient } = await import('@opal/contract/client')
  const { fetchFloors } = await import('../fetch-portfolio.ts')
  const api = createApiClient({ api: 'http://api.test' })
  const asked: string[][] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { collectionIds } = await new Request(input, init).json()
    asked.push(collectionIds)
    return Response.json(floorsOf(collectionIds))
  })
  await fc.assert(
    fc.asyncProperty(fc.nat(350), async (count) => {
      asked.length = 0
      const ids = Array.from({ length: count }, (_, at) => idOf(at))
      expect([...(await fetchFloors(api, ME, ids, undefined)).keys()]).toEqual(ids)
      expect(asked.every((call) => call.length > 0 && call.length <= 100)).toBe(true)
    }),
    { numRuns: 20, examples: [[0], [100], [101], [350]] },
  )
})

// @feature portfolio.actions, list.reprice
it('edits the prices of the selected listings, and takes them back', async () => {
  walletSession.set((before) => ({ ...before, address: ME }))
  const abroad = testingListing(idOf(3), { marketplace: 'elsewhere', listingId: 'abroad' })
  const twice = { ...listed(3), ownListings: [...listed(3).ownListings, abroad] }
  const gone = { ...listed(4), ownListings: [testingListing(idOf(4), { marketplace: 'own', validity: 'ended' })] }
  let items = [listed(1), listed(2), twice, gone]
  const queries = open(() => items, floorsOf)
  const box = async (at: number) => (await screen.findAllByRole('checkbox', { name: `Select Stone #${at}` }))[0]
  const buttons = () =>
    within(screen.getByRole('toolbar', { name: 'Selected items' }))
      .getAllByRole('button', { name: /^\w+ \d/ })
      .map(({ textContent }) => textContent)
  const tick = async (at: number) => fireEvent.click((await box(at)) ?? document.body)
  await tick(2)
  expect(buttons()).toEqual(['Edit 1 listing', 'Delist 1'])
  // An ended listing can be taken back, but its price cannot be edited.
  await tick(4)
  expect(buttons()).toEqual(['Edit 1 listing', 'Delist 2'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByRole('toolbar').textContent).toContain('5 selected')
  expect(screen.getByRole('toolbar').textContent).toContain('5 APT')
  expect(buttons()).toEqual(['Edit 3 listings', 'Delist 4'])
  items = [listed(1), twice, gone]
  await act(() => queries.invalidateQueries({ queryKey: [PORTFOLIO_KEY, ME, 'items'] }))
  await waitFor(() => expect(buttons()).toEqual(['Edit 2 listings', 'Delist 3']))
  fireEvent.click(screen.getByRole('button', { name: 'Edit 2 listings' }))
  const tokens = [1, 3].map((at) => ({ tokenDataId: idOf(at), listingId: `listing of ${idOf(at)}` }))
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'update-price', tokens })
})

function setNarrow(isNarrow: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }))
}

// @feature portfolio.actions, list.reprice, list.delist
it.each([
  ['a wide window', false, 'valid', ['Edit listing', 'Delist']],
  ['a wide window', false, 'reserved', ['Edit listing', 'Delist']],
  ['a wide window', false, 'token-frozen', ['Delist']],
  ['a narrow window', true, 'valid', ['Edit listing', 'Delist']],
  ['a narrow window', true, 'token-frozen', ['Delist']],
] as const)(
  'offers in the row of %s (%s) what the seller of a listing can do: %s',
  async (_, isNarrow, validity, offered) => {
    setNarrow(isNarrow)
    walletSession.set((before) => ({ ...before, address: ME }))
    const listing = testingListing(idOf(1), { marketplace: 'own', validity })
    open(() => [{ ...listed(1), ownListings: [listing] }], floorsOf)
    const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
    const user = userEvent.setup()
    const names = { 'Edit listing': 'Edit listing Stone #1', Delist: 'Delist Stone #1' }
    /** The buttons of the row, or of its menu. */
    const actions = async () => {
      if (!isNarrow) return within(row).getAllByRole('button')
      await user.click(await within(row).findByRole('button', { name: 'Actions for Stone #1' }))
      return screen.findAllByRole('menuitem')
    }
    for (const [at, action] of offered.entries()) {
      const shown = await actions()
      const labels = shown.map((one) => one.getAttribute('aria-label') ?? one.textContent)
      expect(labels).toEqual(isNarrow ? offered : offered.map((each) => names[each]))
      await user.click(shown[at] ?? document.body)
      expect(commandRequest('openTrade')).toMatchObject({
        kind: action === 'Delist' ? 'delist' : 'update-price',
        tokens: [{ tokenDataId: idOf(1), listingId: listing.listingId, listedPrice: listing.price }],
      })
      finishCommand('openTrade')
    }
  },
)

// @feature portfolio.pending
it('waits with a listing whose item has a pending transaction', async () => {
  setNarrow(false)
  walletSession.set((before) => ({ ...before, address: ME }))
  open(() => [listed(1), listed(2)], floorsOf)
  const delist = (at: number) => screen.findByRole('button', { name: `Delist Stone #${at}` })
  await delist(1)
  act(() => pendingTokens.set(new Set([idOf(1)])))
  expect((await delist(1)).getAttribute('aria-disabled')).toBe('true')
  const edit = (at: number) => screen.getByRole('button', { name: `Edit listing Stone #${at}` })
  expect([1, 2].map((at) => edit(at).getAttribute('aria-disabled'))).toEqual(['true', null])
  fireEvent.click(edit(1))
  expect(commandRequest('openTrade')).toBeNull()
  expect((await delist(2)).getAttribute('aria-disabled')).toBeNull()
})

// @feature portfolio.filters-seen
it.each([
  [{}, 'This wallet has no listings on any marketplace.'],
  [{ collection: idOf(1) }, 'No listings match these filters.'],
  [{ marketplaces: ['own'] }, 'No listings match these filters.'],
])('says why nothing is shown: %o', async (filters, reason) => {
  open(() => [], floorsOf, filters)
  expect(await screen.findByText(reason)).toBeTruthy()
})

/** Width of the table in a window of 1024 px. */
const TABLE = 976
/** Image and name of an item, such as Neighbour #1021. */
const LEAST_NAME = 200

// @feature portfolio.listing-terms
it.each([
  ['own', true],
  ['own', false],
  ['another', true],
  ['another', false],
] as const)(
  'columns of %s wallet leave room for the name of an item at 1024 px, with terms: %s',
  (whose, withTerms) => {
    const selection = whose === 'own' ? ({ keys: new Set() } as unknown as Selection<OwnListing>) : null
    const shown = listingColumns(selection, () => null, {
      withTerms,
      names: new Map(),
      isPhone: false,
      hasMenus: true,
    }).filter(({ priority = 9 }) => priority <= 3)
    const values = shown.filter(({ id }) => id !== 'name').map(({ width = '' }) => Number.parseInt(width, 10))
    expect(values.every((width) => width > 0)).toBe(true)
    expect(TABLE - values.reduce((sum, width) => sum + width, 0)).toBeGreaterThanOrEqual(LEAST_NAME)
    expect(shown.some(({ id }) => id === 'terms')).toBe(withTerms)
  },
)
