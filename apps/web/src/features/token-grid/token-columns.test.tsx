import type { Token } from '@opal/contract/tokens'
import { DataTable } from '@opal/ui/data/data-table'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTopBids } from '../../entities/order/top-bids.ts'
import { TOP_BIDS_KEY } from '../../entities/order/top-bids-key.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { type ApiAnswers, renderSite } from '../../testing/render-site.tsx'
import { testingDetail } from '../../testing/testing-detail.ts'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import { testingToken } from '../../testing/testing-token.ts'
import { HIDEABLE_COLUMNS, tokenColumns } from './token-columns.tsx'

// @vitest-environment happy-dom
const YOU = `0x${'a'.repeat(64)}`
const { collectionId } = testingDetail()
const idOf = (at: number) => `0x${String(at).repeat(64)}`
const bid = (price: string) => ({
  price,
  offerId: 'c',
  marketplace: 'own',
  remainingTokenAmount: '1',
  topTokenBid: false,
})
const rows = (price: string): readonly Token[] =>
  [1, 2].map((at) => ({ ...testingDetail(), tokenDataId: idOf(at), name: `Stone #${at}`, topBid: bid(price) }))

beforeEach(() => walletSession.set((before) => ({ ...before, status: 'disconnected', address: null })))
afterEach(() => {
  cleanup()
  walletSession.set((before) => ({ ...before, status: 'disconnected', address: null }))
  vi.unstubAllGlobals()
})

/** The items table, and what puts other rows into it. */
function openTable(answers: ApiAnswers = {}) {
  const page: { put: (tokens: readonly Token[]) => void; queries: QueryClient | null } = {
    put: () => {},
    queries: null,
  }
  function Table() {
    const [tokens, setTokens] = useState(rows('62000000'))
    page.put = setTokens
    page.queries = useQueryClient()
    const shown = useTopBids(collectionId, tokens, true)
    return (
      <DataTable
        label="Items"
        columns={tokenColumns(shown, 100)}
        rows={shown}
        rowKey={({ tokenDataId }) => tokenDataId}
        empty={null}
      />
    )
  }
  renderSite(<Table />, answers)
  return page
}

/** The top bids as they are shown, and how their cells light up. */
async function cells(shown: string) {
  const table = await screen.findByRole('table', { name: 'Items' })
  const found = await within(table).findAllByTitle(shown)
  return found.map((cell) => cell.closest<HTMLElement>('[data-flash]')?.dataset.flash ?? null)
}

// @feature items.top-bid-flash
describe('top bid cells of the items table', () => {
  it.each([
    ['up', '63000000', '0.63 APT'],
    ['down', '61000000', '0.61 APT'],
  ])(
    'flash when the collection bid goes %s, in every row that it is for and in no other',
    async (direction, price, shown) => {
      const withOwnBid = { ...testingDetail(), tokenDataId: idOf(3), name: 'Stone #3', topBid: bid('90000000') }
      const page = openTable()
      act(() => page.put([...rows('62000000'), withOwnBid]))
      expect(await cells('0.62 APT')).toEqual([null, null])
      act(() => page.put([...rows(price), withOwnBid]))
      expect(await cells(shown)).toEqual([direction, direction])
      expect(await cells('0.9 APT')).toEqual([null])
    },
  )
})

// @feature token.top-bid-of-others
describe('top bids of a list for a connected wallet', () => {
  it('exclude its own offers in all rows, and follow the bids of others below them', async () => {
    walletSession.set((before) => ({ ...before, status: 'connected', address: YOU }))
    let best = '54000000'
    const asked: unknown[] = []
    const rest = {
      collectionId,
      offerId: 'd',
      remainingTokenAmount: '1',
      isPooled: false,
      marketplace: 'own',
      contractAddress: YOU,
    }
    const page = openTable({
      [`/data/collection/biddings/top/${collectionId}`]: (_, url) => {
        asked.push(url.searchParams.get('walletAddress'))
        return { ...rest, price: best, buyer: idOf(9), expiresAtSeconds: null }
      },
      '/data/collection/biddings/tokens/top': (body) => {
        const none = { offerId: null, marketplace: null, buyer: null, topBid: null }
        const own = { offerId: 't', marketplace: 'own', buyer: idOf(9), topBid: '58000000' }
        return { data: (body as string[]).map((id) => ({ tokenDataId: id, ...(id === idOf(2) ? own : none) })) }
      },
    })
    expect(await cells('0.54 APT')).toHaveLength(1)
    expect(await cells('0.58 APT')).toHaveLength(1)
    expect(screen.queryByTitle('0.62 APT')).toBeNull()
    expect(asked).toEqual([YOU])
    // The public top bid, one's own, stays: only what is beneath it has changed.
    best = '60000000'
    act(() => void page.queries?.invalidateQueries({ queryKey: [TOP_BIDS_KEY, collectionId] }))
    expect(await cells('0.6 APT')).toEqual(['up', 'up'])
    await waitFor(() => expect(asked).toEqual([YOU, YOU]))
  })
})

// @feature token.top-bid-of-others, bids.traits
it('counts bids on sets for visitors too, whose rows come without them', async () => {
  const asked: unknown[] = []
  openTable({
    [`/data/collection/biddings/top/${collectionId}`]: (_, url) => {
      asked.push(url.search)
      return {
        collectionId,
        offerId: 'd',
        remainingTokenAmount: '1',
        isPooled: false,
        marketplace: 'own',
        contractAddress: YOU,
        price: '62000000',
        buyer: idOf(9),
        expiresAtSeconds: null,
      }
    },
    '/data/collection/biddings/tokens/top': (body, url) => {
      asked.push(url.search)
      const none = { offerId: null, marketplace: null, buyer: null, topBid: null }
      const onSet = { offerId: 's', marketplace: 'own', buyer: idOf(9), topBid: '75000000' }
      return { data: (body as string[]).map((id) => ({ tokenDataId: id, ...(id === idOf(2) ? onSet : none) })) }
    },
  })
  expect(await cells('0.75 APT')).toHaveLength(1)
  expect(await cells('0.62 APT')).toHaveLength(1)
  expect(asked).toEqual(['', ''])
})

// @feature items.table-and-grid, table.cell-marketplace
it('shows in every column what it is named for, a marketplace by an icon with its name, and - where there is none', () => {
  const [own] = MARKETPLACES
  if (own === undefined) throw new Error('There is a marketplace.')
  const others = [
    { ...own, id: 'other', displayName: 'Bazaar', isNative: false },
    { ...own, id: 'closed', displayName: 'Ōld Market', isNative: false, status: 'cancel-only' as const },
  ]
  const known = [own, ...others].map(({ id, displayName }) => [id, displayName])
  const some = fc.option(fc.integer({ min: 1, max: 9_999 }))
  const token = fc.record({
    rarity: some,
    price: some,
    lastSale: some,
    topBid: some,
    owner: fc.option(fc.constantFrom('mara.apt', 'vale.apt')),
    hours: fc.option(fc.integer({ min: 1, max: 23 })),
    marketplace: fc.constantFrom(null, ...known, ['gone', 'gone']),
  })
  const octas = (apt: number | null) => (apt === null ? null : `${apt}00000000`)
  fc.assert(
    fc.property(token, ({ rarity, price, lastSale, topBid, owner, hours, marketplace }) => {
      const row: Token = {
        ...testingToken(1, null),
        rarity,
        listedPrice: octas(price),
        lastSalePrice: octas(lastSale),
        topBid: topBid === null ? null : bid(octas(topBid) ?? ''),
        owner: owner === null ? null : { walletAddress: idOf(3), aptosName: owner, isWalletAddress: true },
        listedAtMicros: hours === null ? null : String((Date.now() - hours * 3_600_000 - 60_000) * 1_000),
        marketplace: marketplace?.[0] ?? null,
      }
      const cells = tokenColumns([row], 200).map(({ id, cell }) => (
        <div key={id} data-testid={id}>
          {cell(row, 0)}
        </div>
      ))
      renderSite(cells, {}, [own, ...others])
      const shown = (id: string) => screen.getByTestId(id).textContent
      const apt = (amount: number | null) => (amount === null ? '-' : `${amount.toLocaleString('en-US')} APT`)
      expect(shown('name')).toContain('Stone #1')
      expect(shown('rarity')).toBe(rarity === null ? '-' : String(rarity))
      for (const [id, amount] of Object.entries({ price, lastSale, topBid }))
        expect(shown(id)?.endsWith(apt(amount)), id).toBe(true)
      expect(shown('owner')).toContain(owner?.slice(0, 4) ?? '-')
      expect(shown('listed')).toBe(hours === null ? '-' : `${hours}h`)
      const icon = within(screen.getByTestId('marketplace')).queryByRole('img')
      expect(icon?.getAttribute('aria-label') ?? null).toBe(marketplace === null ? null : `on ${marketplace[1]}`)
      cleanup()
    }),
    { numRuns: 60 },
  )
})

// @feature items.rows
it('shows item, price and what can be done with it in windows of any width', () => {
  const always = tokenColumns([], 100).filter(({ priority }) => priority === 1)
  expect(always.map(({ id }) => id)).toEqual(['name', 'price', 'action'])
})

// @feature table.columns
it('leaves out what is hidden, and always has tick, item, price and action', () => {
  const ids = (hidden: Parameters<typeof tokenColumns>[2]) => tokenColumns([], 200, hidden).map(({ id }) => id)
  expect(ids(['owner'])).toEqual(ids([]).filter((id) => id !== 'owner'))
  expect(ids(HIDEABLE_COLUMNS)).toEqual(['select', 'name', 'price', 'action'])
})

// @feature table.leads
it('leads with the price', () => {
  const leading = tokenColumns([], 200).filter(({ leads }) => leads)
  expect(leading.map(({ id }) => id)).toEqual(['price'])
})
