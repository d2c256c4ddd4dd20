// @vitest-environment happy-dom
import type { Activity } from '@opal/contract/activities'
import { DataTable } from '@opal/ui/data/data-table'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { tokenPath, walletPath } from '../../app/paths.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { activityColumns } from './activity-columns.tsx'

const bid: Activity = {
  ...{ id: '7-1', version: '7', eventIndex: 1, kind: 'collection-bid', activityType: { title: 'Placed' } },
  ...{ marketplace: 'opal', price: '100', amount: '1', buyer: null, seller: null, from: null, to: null },
  ...{ tokenDataId: null, tokenName: null, tokenImage: null, tokenStandard: 'v2', offerOrListingId: null },
  ...{ collectionId: `0x${'c'.repeat(64)}`, collectionName: 'Stones', collectionSlug: 'stones' },
  ...{ atMicros: '1', transactionHash: null },
}

afterEach(cleanup)

// @feature bids.traits
it.each([
  ['collection-bid', 'Collection bid'],
  ['cancel-collection-bid', 'Collection bid'],
  ['set-bid', 'Trait bid'],
  ['cancel-set-bid', 'Trait bid'],
] as const)('says what a %s is for', async (kind, note) => {
  const row: Activity = { ...bid, kind }
  const item = activityColumns({ withItem: true, withCollection: false }).find(({ id }) => id === 'item')
  renderSite(item?.cell(row, 0), {})
  expect(await screen.findByText(note)).not.toBeNull()
})

const WALLETS = ['1', '2'].map((digit) => ({
  walletAddress: `0x${digit.repeat(64)}`,
  aptosName: null,
  isWalletAddress: true,
}))
const ITEM = `0x${'7'.repeat(64)}`
const sale: Activity = {
  ...bid,
  ...{ kind: 'sale', activityType: { title: 'Sold' }, tokenDataId: ITEM, tokenName: 'Stone #9', price: '150000000' },
  ...{ seller: WALLETS[0] ?? null, buyer: WALLETS[1] ?? null, transactionHash: `0x${'f'.repeat(64)}` },
}

// @feature table.whole-row
it.each([
  sale,
  { ...bid, kind: 'cancel-collection-bid' as const },
  { ...sale, kind: 'transfer' as const, price: null },
])('opens what the row of a $kind is about by a click anywhere, but on its other links', async (row) => {
  const columns = activityColumns({ withItem: true, withCollection: true })
  const { router } = renderSite(
    <DataTable label="Activity" columns={columns} rows={[row]} rowKey={({ id }) => id} empty="" />,
    {},
  )
  const to = row.tokenDataId === null ? '/collection/stones' : tokenPath(row.collectionId ?? '', row.tokenDataId)
  const cells = (await screen.findAllByRole('cell')).length
  const table = within(screen.getByRole('table'))
  for (let at = 0; at < cells; at += 1) {
    const cell = table.getAllByRole('cell')[at] as HTMLElement
    fireEvent.click(cell)
    await act(async () => {})
    expect(router.state.location.pathname).toBe(to)
    await act(() => router.navigate('/activity'))
  }
  for (const wallet of [row.seller, row.buyer]) {
    if (wallet === null) continue
    fireEvent.click(screen.getByTitle(wallet.walletAddress))
    await act(async () => {})
    expect(router.state.location.pathname).toBe(walletPath(wallet.walletAddress))
  }
  const transaction = screen.queryByRole('link', { name: 'View transaction' })
  expect(transaction === null).toBe(row.transactionHash === null)
  await act(() => router.navigate('/activity'))
  // The page of the chain is not fetched.
  transaction?.removeAttribute('href')
  if (transaction !== null) fireEvent.click(transaction)
  await act(async () => {})
  expect(router.state.location.pathname).toBe('/activity')
})
