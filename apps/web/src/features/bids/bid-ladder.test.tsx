// @vitest-environment happy-dom
import type { BidItem } from '@opal/contract/bids'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import BidLadder from './bid-ladder.tsx'

const COLLECTION = `0x${'c'.repeat(64)}`
const YOU = `0x${'a'.repeat(64)}`

afterEach(() => {
  cleanup()
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

function level(price: string, size: string, bidders: number) {
  const totalPrice = String(BigInt(price) * BigInt(size))
  return { id: price, price, size, bidders, buyers: [], totalPrice }
}

// @feature bids.ladder
it('shows price, size, bidders and total by level, and marks the viewer’s bids', async () => {
  walletSession.set({ ...walletSession.initial, status: 'connected', address: YOU })
  const mine: BidItem = {
    ...{ name: 'Stones', image: null, collectionId: COLLECTION, collectionName: 'Stones', collectionImage: null },
    ...{ tokenDataId: null, tokenStandard: 'v2', bidPrice: '90000000', floorPrice: null, total: '2', date: '1' },
    ...{ programId: COLLECTION, marketplace: 'own', offerId: '0x2', buyer: YOU, tokenBid: false },
    ...{ expirationTime: null, expired: false, executable: 'True', netOctas: null },
  }
  renderSite(<BidLadder collectionId={COLLECTION} name="Stones" floorPrice="120000000" action={null} />, {
    [`/api/collection/${COLLECTION}/biddings`]: () => ({
      data: [level('100000000', '3', 2), level('90000000', '5', 1)],
      nextCursor: null,
    }),
    [`/data/user/biddings/${YOU}`]: () => ({ data: [mine], nextCursor: null }),
  })
  const table = await screen.findByRole('table', { name: 'Bids by price' })
  await within(table).findByText(/^You/)
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent),
    )
  // A price renders twice: visibly, and exact for screen readers.
  expect(rows).toEqual([
    ['11 APT', '3', '2', '33 APT'],
    ['0.90.9 APTYou · 2', '5', '1', '4.54.5 APT'],
  ])
  expect(screen.getByText('Wanted').closest('div')?.textContent).toContain('8items')
})

it('offers an action where nobody bids', async () => {
  renderSite(<BidLadder collectionId={COLLECTION} name="Stones" floorPrice={null} action="To bid" />, {
    [`/api/collection/${COLLECTION}/biddings`]: () => ({ data: [], nextCursor: null }),
  })
  await screen.findByText('No bids')
  screen.getByText('To bid')
})
