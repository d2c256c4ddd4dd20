// @vitest-environment happy-dom
import type { Activity } from '@opal/contract/activities'
import { ACTIVITY_TITLES } from '@opal/contract/constants/activity-kinds'
import { DataTable } from '@opal/ui/data/data-table'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { tokenPath, walletPath } from '../../app/paths.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { activityColumns } from './activity-columns.tsx'
import { ActivityList } from './activity-table.tsx'

const bid: Activity = {
  id: '7-1',
  version: '7',
  eventIndex: 1,
  kind: 'collection-bid',
  activityType: { title: 'Placed' },
  marketplace: 'opal',
  price: '100',
  amount: '1',
  buyer: null,
  seller: null,
  from: null,
  to: null,
  tokenDataId: null,
  tokenName: null,
  tokenImage: null,
  tokenStandard: 'v2',
  offerOrListingId: null,
  collectionId: `0x${'c'.repeat(64)}`,
  collectionName: 'Stones',
  collectionSlug: 'stones',
  atMicros: '1',
  transactionHash: null,
}

afterEach(() => {
  cleanup()
  walletSession.set(walletSession.initial)
})

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
  kind: 'sale',
  activityType: { title: 'Sold' },
  tokenDataId: ITEM,
  tokenName: 'Stone #9',
  price: '150000000',
  seller: WALLETS[0] ?? null,
  buyer: WALLETS[1] ?? null,
  transactionHash: `0x${'f'.repeat(64)}`,
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
    // In its column, and next to the item where there are no such columns.
    for (const link of table.getAllByTitle(wallet.walletAddress)) {
      fireEvent.click(link)
      await act(async () => {})
      expect(router.state.location.pathname).toBe(walletPath(wallet.walletAddress))
      await act(() => router.navigate('/activity'))
    }
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

const [SELLER, BUYER] = WALLETS.map(({ walletAddress }) => walletAddress)

// @feature activity.kinds, activity.sides
it.each([
  ['sale', BUYER, 'Bought', 'from'],
  ['sale', SELLER, 'Sold', 'to'],
  ['accept-collection-bid', BUYER, 'Bought', 'from'],
  ['accept-collection-bid', SELLER, 'Accepted bid', 'to'],
  ['transfer', BUYER, 'Received', 'from'],
  ['transfer', SELLER, 'Sent', 'to'],
] as const)('describes a %s on the page of wallet %s from its view', async (kind, page, title, word) => {
  const row: Activity = { ...sale, kind, activityType: { title: ACTIVITY_TITLES[kind] } }
  for (const viewer of [null, SELLER, BUYER, `0x${'3'.repeat(64)}`]) {
    walletSession.set({ ...walletSession.initial, ...(viewer && { status: 'connected', address: viewer }) })
    renderSite(<ActivityList scope={{ walletAddress: page ?? '' }} emptyText="" />, {
      '/api/activities': () => ({ data: [row], nextCursor: null }),
    })
    const cell = (await screen.findByTitle('Stone #9')).closest('td')
    // The age follows the kind, and the other side's name the word.
    expect(cell?.textContent).toMatch(new RegExp(`^S?Stone #9${title} .*Stones${word}(0x|You)`))
    cleanup()
  }
})

// @feature activity.sides
it('names both sides of a sale in lists that are no wallet’s', async () => {
  for (const scope of [{}, { collectionId: `0x${'c'.repeat(64)}` }, { tokenDataId: ITEM }]) {
    renderSite(<ActivityList scope={scope} emptyText="" />, {
      '/api/activities': () => ({ data: [sale], nextCursor: null }),
    })
    const [row] = await screen.findAllByTitle(SELLER ?? '')
    const cell = row?.closest('td')
    const links = within(cell as HTMLElement).getAllByRole('link')
    expect(links.map(({ title }) => title).slice(-2)).toEqual([SELLER, BUYER])
    cleanup()
  }
})
