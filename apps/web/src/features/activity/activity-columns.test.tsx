// @vitest-environment happy-dom
import type { Activity } from '@opal/contract/activities'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
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
