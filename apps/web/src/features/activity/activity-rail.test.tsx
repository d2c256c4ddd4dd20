// @vitest-environment happy-dom
import type { Activity } from '@opal/contract/activities'
import { ACTIVITY_TITLES } from '@opal/contract/constants/activity-kinds'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import ActivityRail from './activity-rail.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const COLLECTION = `0x${'c'.repeat(64)}`

function rowOf(kind: ActivityKind): Activity {
  return {
    id: '7-1',
    version: '7',
    eventIndex: 1,
    kind,
    activityType: { title: ACTIVITY_TITLES[kind] },
    marketplace: 'opal',
    price: '100000000',
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
    collectionId: COLLECTION,
    collectionName: 'Stones',
    collectionSlug: 'stones',
    atMicros: '1',
    transactionHash: null,
  }
}

// @feature bids.traits
it.each([
  ['collection-bid', 'CollectionBid'],
  ['cancel-collection-bid', 'CollectionBid canceled'],
  ['set-bid', 'TraitsBid'],
  ['cancel-set-bid', 'TraitsBid canceled'],
] as const)('says what a %s of a collection is for', async (kind, words) => {
  renderSite(<ActivityRail collectionId={COLLECTION} />, {
    '/api/activities': () => ({ data: [rowOf(kind)], nextCursor: null }),
  })
  const list = await screen.findByRole('list', { name: 'Latest activity' })
  const row = await within(list).findByRole('listitem')
  expect(row.textContent).toMatch(new RegExp(`^S${words}1`))
})
