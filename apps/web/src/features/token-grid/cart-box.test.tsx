import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { Token } from '@opal/contract/tokens'
import { DataTable } from '@opal/ui/data/data-table'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { cart } from '../../entities/order/cart.ts'
import { sweptIds } from '../../entities/order/marked-tokens.ts'
import { pendingTokens } from '../../entities/token/pending-tokens.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { testingToken } from '../../testing/testing-token.ts'
import { TokenCard } from './token-card.tsx'
import { tokenColumns } from './token-columns.tsx'

// @vitest-environment happy-dom
const SELLER = { walletAddress: `0x${'b'.repeat(64)}`, aptosName: null, isWalletAddress: true }

afterEach(() => {
  cleanup()
  act(() => {
    cart.set([])
    sweptIds.set(new Set())
    pendingTokens.set(new Set())
  })
  vi.unstubAllGlobals()
})

/** Tokens of someone else, listed at their numbers; those at 0 are not listed. */
const rowsOf = (...prices: readonly number[]): readonly Token[] =>
  prices.map((price, at) => ({
    ...testingToken(at + 1, price === 0 ? null : price),
    rarity: at + 1,
    owner: SELLER,
    marketplace: price === 0 ? null : 'own',
    listedAtMicros: '1700000000000000',
  }))

function openTable(rows: readonly Token[]) {
  const table = (
    <DataTable
      label="Items"
      columns={tokenColumns(rows, 200)}
      rows={rows}
      rowKey={({ tokenDataId }) => tokenDataId}
      empty={null}
    />
  )
  return renderSite(table, {})
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const inCart = () => cart.get().map(({ name }) => name)

// @feature table.select-all, table.select
it('adds buyable tokens to the cart, one by one or all; the header checkbox is unchecked, mixed or checked', async () => {
  openTable(rowsOf(5, 0, 7))
  const all = await box('Select all')
  expect(screen.queryByRole('checkbox', { name: 'Select Stone #2' })).toBeNull()
  expect([all.checked, all.indeterminate]).toEqual([false, false])
  fireEvent.click(await box('Select Stone #3'))
  await waitFor(() => expect([all.checked, all.indeterminate]).toEqual([false, true]))
  expect(inCart()).toEqual(['Stone #3'])
  fireEvent.click(all)
  await waitFor(() => expect([all.checked, all.indeterminate]).toEqual([true, false]))
  expect(inCart()).toEqual(['Stone #3', 'Stone #1'])
  fireEvent.click(all)
  await waitFor(() => expect(all.checked).toBe(false))
  expect(inCart()).toEqual([])
})

// @feature buy.not-twice, table.buy-hidden
it('offers nothing that a pending transaction buys, neither in a row of the table nor on a card, and again what it did not buy', async () => {
  const rows = rowsOf(5, 6, 7)
  const cards = rows.map((token, at) => (
    <TokenCard key={token.tokenDataId} token={token} supply={200} index={at} highlighted={false} gone={false} />
  ))
  await fc.assert(
    fc.asyncProperty(fc.subarray([0, 1, 2]), fc.boolean(), async (bought, areCards) => {
      if (areCards) renderSite(cards, {})
      else openTable(rows)
      const offered = () =>
        rows.flatMap(({ name }, at) => {
          const buy = screen.queryByRole('button', { name: `Buy Now ${name}` })
          const pick = areCards
            ? screen.queryByRole('button', { name: `Add to cart: ${name}` })
            : screen.queryByRole('checkbox', { name: `Select ${name}` })
          return [buy, pick].map((control) => (control === null ? null : at))
        })
      const all = [0, 0, 1, 1, 2, 2]
      await waitFor(() => expect(offered()).toEqual(all))
      act(() => pendingTokens.set(new Set(bought.map((at) => rows[at]?.tokenDataId ?? ''))))
      expect(offered()).toEqual(all.map((at) => (bought.includes(at) ? null : at)))
      if (!areCards && bought.length < 3) {
        fireEvent.click(await box('Select all'))
        const picked = rows.flatMap(({ name }, at) => (bought.includes(at) ? [] : name))
        await waitFor(() => expect(inCart().toSorted()).toEqual(picked))
      }
      act(() => {
        cart.set([])
        pendingTokens.set(new Set())
      })
      await waitFor(() => expect(offered()).toEqual(all))
      cleanup()
    }),
    { numRuns: 12 },
  )
})

// @feature items.marked
it('ticks what a sweep would take, and a press puts it into the cart', async () => {
  const rows = rowsOf(5, 6, 7)
  openTable(rows)
  const [all, first, second] = [await box('Select all'), await box('Select Stone #1'), await box('Select Stone #2')]
  act(() => sweptIds.set(new Set([rows[0]?.tokenDataId ?? ''])))
  await waitFor(() => expect([first.checked, second.checked, all.indeterminate]).toEqual([true, false, true]))
  fireEvent.click(first)
  await waitFor(() => expect(inCart()).toEqual(['Stone #1']))
  expect(first.checked).toBe(true)
  act(() => sweptIds.set(new Set()))
  fireEvent.click(first)
  await waitFor(() => expect(first.checked).toBe(false))
  expect(inCart()).toEqual([])
})

// @feature table.select-all
it('stays mixed where a full cart has no room for all of them, and clears them at the next press', async () => {
  openTable(rowsOf(...Array.from({ length: MAX_TRADE_ITEMS + 5 }, (_, at) => at + 1)))
  const all = await box('Select all')
  fireEvent.click(all)
  await waitFor(() => expect(inCart()).toHaveLength(MAX_TRADE_ITEMS))
  await waitFor(() => expect([all.checked, all.indeterminate]).toEqual([false, true]))
  fireEvent.click(all)
  await waitFor(() => expect(inCart()).toEqual([]))
  expect([all.checked, all.indeterminate]).toEqual([false, false])
})

// @feature table.sortable
it('sorts by the sortable headers only', () => {
  openTable(rowsOf(5))
  for (const name of ['Item', 'Rarity', 'Price', 'Last sale', 'Listed'])
    expect(screen.getByRole('columnheader', { name }).querySelector('button'), name).not.toBeNull()
  for (const name of ['Owner', 'Top bid'])
    expect(screen.getByRole('columnheader', { name }).querySelector('button'), name).toBeNull()
})

// @feature rarity.tooltip, table.cell-date
it.each(['Rarity rank 1, TOP 1%', /^November 14 2023 \d\d:\d\d:\d\d [AP]M$/])(
  'keeps tooltips above the row link, and opens the token by a click on %s',
  async (title) => {
    const rows = rowsOf(5)
    const { router } = openTable(rows)
    fireEvent.click(await screen.findByTitle(title))
    await waitFor(() => expect(router.state.location.search).toContain(`tokenDataId=${rows[0]?.tokenDataId}`))
  },
)
