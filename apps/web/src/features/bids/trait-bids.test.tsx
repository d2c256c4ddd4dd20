// @vitest-environment happy-dom
import type { SetBid } from '@opal/contract/bids/top-bids'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commandRequest } from '../../app/commands.ts'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { testingItem } from '../../testing/testing-item.ts'
import { MARKETPLACES, WITH_POOLS } from '../../testing/testing-marketplaces.ts'
import OrderBook from './order-book.tsx'
import {
  ASKS,
  BIDS,
  COLLECTION,
  connect,
  level,
  page,
  resetBook,
  SETS,
  SHOWN,
  THEY,
  YOU,
} from './testing/book-fixtures.ts'

const user = userEvent.setup()
afterEach(resetBook)

const LEVELS = `/data/collection/biddings/set-levels/${COLLECTION}`
const FUR = { attributes: [{ trait_type: 'Fur', value: ['Gold', 'Red'] }], rarityTop: 500, rarityBottom: 0 }

const bidOn = (at: number, change: Partial<SetBid> = {}): SetBid => ({
  collectionId: COLLECTION,
  setRoot: String(at).repeat(64),
  size: 1234,
  condition: FUR,
  price: '90000000',
  offerId: `0x${at}`,
  remainingTokenAmount: '3',
  marketplace: 'own',
  buyer: THEY,
  expiresAtSeconds: null,
  placedAtMicros: '1',
  ...change,
})

function open(answers: Parameters<typeof renderSite>[1], condition = {}, marketplaces = WITH_POOLS) {
  return renderSite(
    <OrderBook collection={SHOWN} filter={condition} action={null} />,
    { [BIDS]: page([]), ...answers },
    marketplaces,
  )
}

/** Names of the book's parts, from the top. */
function sections() {
  return screen
    .getAllByRole('region', { name: /^(Bids|Listings|Trait bids)$/ })
    .map((section) => section.getAttribute('aria-label'))
}

/** Texts of the first cells of each row. A price renders twice: visibly, and exact for screen readers. */
async function rowsOf(label: string) {
  const table = await screen.findByRole('table', { name: label })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent),
    )
}

describe('the bids on sets of a book', () => {
  // @feature bids.traits, bid.trait-words
  it('are listed with what they are for, how many items that is, price and size, the viewer’s marked', async () => {
    connect()
    open({
      [SETS]: page([bidOn(1, { buyer: YOU }), bidOn(2, { condition: null })]),
    })
    expect(await rowsOf('Trait bids')).toEqual([
      ['Fur: Gold or Red, Rank up to 500You', '1,234', '0.90.9 APT', '3'],
      ['1,234 chosen items', '1,234', '0.90.9 APT', '3'],
    ])
  })

  // @feature bids.traits
  it('can be matched where their condition is known, pools are offered and they are not one’s own', async () => {
    connect()
    open({ [SETS]: page([bidOn(1), bidOn(2, { condition: null }), bidOn(3, { buyer: YOU, price: '95000000' })]) })
    const match = await screen.findAllByRole('button', { name: /^Match the bid of / })
    expect(match.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Match the bid of 0.9 APT on Fur: Gold or Red, Rank up to 500',
    ])
    await user.click(match[0] as HTMLElement)
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'set-bid', condition: FUR, price: '90000000' })
  })

  // @feature bids.traits
  it('can be matched on phones, too', async () => {
    open({ [SETS]: page([bidOn(1)]) })
    const match = await screen.findByRole('button', { name: /^Match the bid of / })
    // Columns of any other priority are hidden there.
    expect(match.closest('td')?.dataset.priority).toBe('1')
  })

  it('offer nothing where there are no pools', async () => {
    open({ [SETS]: page([bidOn(1)]) }, {}, [...MARKETPLACES])
    await rowsOf('Trait bids')
    expect(screen.queryByRole('button', { name: /^Match the bid of / })).toBeNull()
  })

  it('take no place where there are none, and say where they could not be loaded', async () => {
    const { unmount } = open({ [SETS]: page([]) })
    await screen.findByText('No bids')
    expect(screen.queryByRole('region', { name: 'Trait bids' })).toBeNull()
    unmount()
    const fail = () => {
      throw new ApiFailure(500, 'no', 'internal')
    }
    open({ [SETS]: fail })
    await screen.findByText('Couldn’t load trait bids')
  })

  // @feature bids.live
  it('come and go with live activity on sets', async () => {
    let bids = [bidOn(1)]
    open({ [SETS]: () => page(bids)() })
    expect(await rowsOf('Trait bids')).toHaveLength(1)
    expect(sections()).toEqual(['Bids', 'Trait bids', 'Listings'])
    bids = [bidOn(1), bidOn(2)]
    const base = { id: '1', collectionId: COLLECTION, version: '1', at: '1' }
    const activity = { kind: 'set-bid', collectionId: COLLECTION, tokenDataId: null } as never
    act(() => deliverLive({ kind: 'activity', ...base, activity }))
    await waitFor(async () => expect(await rowsOf('Trait bids')).toHaveLength(2))
  })

  // @feature bids.traits
  it('are, with the items filtered, the ladder of those on all items that fit', async () => {
    const asked: string[] = []
    const ladder = (_: unknown, url: URL) => {
      asked.push(url.search)
      return { data: [level('90000000', '5', 2), level('80000000', '1', 1)], hasMore: true }
    }
    open({ [LEVELS]: ladder }, FUR)
    await screen.findByRole('heading', { name: 'Trait bids on Fur: Gold or Red, Rank up to 500' })
    const table = await screen.findByRole('table', { name: 'Trait bids by price' })
    await within(table).findAllByRole('button')
    expect(await rowsOf('Trait bids by price')).toMatchObject([
      ['0.90.9 APT', '5', '2', '4.54.5 APT'],
      ['0.80.8 APT', '1', '1', '0.80.8 APT'],
    ])
    screen.getByText('Showing the best 2 prices.')
    expect(sections()).toEqual(['Trait bids', 'Bids', 'Listings'])
    const query = new URLSearchParams(asked[0])
    expect(JSON.parse(query.get('attributes') ?? '')).toEqual(FUR.attributes)
    expect(query.get('rarityTop')).toBe('500')
    await user.click(within(table).getByRole('button', { name: /^Match the bid at 0.8 APT/ }))
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'set-bid', condition: FUR, price: '80000000' })
  })

  // @feature bids.traits
  it('have no level to press in the ladder where there are no pools', async () => {
    open({ [LEVELS]: () => ({ data: [level('90000000', '5', 2)], hasMore: false }) }, FUR, [...MARKETPLACES])
    const table = await screen.findByRole('table', { name: 'Trait bids by price' })
    expect(await rowsOf('Trait bids by price')).toMatchObject([['0.90.9 APT', '5', '2', '4.54.5 APT']])
    expect(within(table).queryByRole('button')).toBeNull()
  })

  // @feature bids.traits
  it('mark the viewer’s own levels in the ladder, and only those', async () => {
    connect()
    const [mine, theirs] = [level('90000000', '5', 2), level('80000000', '1', 1)]
    open(
      {
        [LEVELS]: () => ({
          data: [
            { ...mine, buyers: [THEY, YOU] },
            { ...theirs, buyers: [THEY] },
          ],
          hasMore: false,
        }),
      },
      FUR,
    )
    const table = await screen.findByRole('table', { name: 'Trait bids by price' })
    await within(table).findAllByRole('button')
    expect((await rowsOf('Trait bids by price')).map(([price]) => price)).toEqual(['0.90.9 APTYou', '0.80.8 APT'])
  })

  it('offer to bid on the items that fit where there is no such bid', async () => {
    open({ [LEVELS]: () => ({ data: [], hasMore: false }) }, FUR)
    await user.click(await screen.findByRole('button', { name: 'Bid on these items' }))
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'set-bid', condition: FUR })
  })

  // @feature book.stacked
  it('are within reach where the parts of the book are below each other, however many prices there are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), async (bids, asks) => {
        stack()
        const { unmount } = open({
          [BIDS]: page(Array.from({ length: bids }, (_, at) => level(String(90_000_000 - at), '1', 1))),
          [ASKS]: page(Array.from({ length: asks }, (_, at) => listed(at))),
          [SETS]: page([bidOn(1)]),
        })
        await rowsOf('Trait bids')
        const parts = ['Bids', 'Listings'].map((name) => within(screen.getByRole('region', { name })))
        for (const [at, part] of parts.entries()) {
          const count = [bids, asks][at] ?? 0
          await part.findAllByRole('button', { name: /^(Match|Buy)/ })
          expect(rowCount(part)).toBe(Math.min(count, 8))
          if (count <= 8) expect(part.queryByRole('button', { name: /^Show/ })).toBeNull()
          else {
            await user.click(part.getByRole('button', { name: `Show all ${count} prices` }))
            expect(rowCount(part)).toBe(count)
            await user.click(part.getByRole('button', { name: 'Show fewer prices' }))
            expect(rowCount(part)).toBe(8)
          }
        }
        unmount()
      }),
      { numRuns: 5, examples: [[8, 9]] },
    )
  })
})

/** Rows of the table of a part, also those far from the window. */
function rowCount(part: ReturnType<typeof within>): number {
  return Number(part.getByRole('table').getAttribute('aria-rowcount'))
}

/** A window in which the parts of the book are below each other. */
function stack() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(max-width: 1023px)',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

function listed(at: number) {
  const owner = { walletAddress: THEY, aptosName: null, isWalletAddress: true }
  const listedPrice = String(120_000_000 + at)
  return testingItem(`0x${at.toString(16).padStart(64, '0')}`, { listedPrice, owner, collectionId: COLLECTION })
}
