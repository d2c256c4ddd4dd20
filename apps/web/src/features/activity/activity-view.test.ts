import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { WINDOWS } from '@opal/contract/constants/windows'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import {
  activitySides,
  activityTitle,
  applyActivityView,
  belongsToList,
  DEFAULT_ACTIVITY_VIEW,
  isEverything,
  parseActivityView,
  SWITCHED_TYPES,
} from './activity-view.ts'

const anyView = fc.record({
  types: fc.subarray([...SWITCHED_TYPES]),
  marketplace: fc.constantFrom('all', 'opal', 'elsewhere'),
  interval: fc.constantFrom(...WINDOWS),
})

const buyer = `0x${'b'.repeat(64)}`
const seller = `0x${'5'.repeat(64)}`
const collectionId = `0x${'c'.repeat(64)}`

const sale: Activity = {
  id: '7-1',
  version: '7',
  eventIndex: 1,
  kind: 'sale',
  activityType: { title: 'Sold' },
  marketplace: 'opal',
  price: '100',
  amount: '1',
  buyer: { walletAddress: buyer, aptosName: null, isWalletAddress: true },
  seller: { walletAddress: seller, aptosName: null, isWalletAddress: true },
  from: seller,
  to: buyer,
  tokenDataId: `0x${'7'.repeat(64)}`,
  tokenName: 'Stone #7',
  tokenImage: null,
  collectionId,
  collectionName: 'Stones',
  collectionSlug: 'stones',
  tokenStandard: 'v2',
  offerOrListingId: null,
  atMicros: '1',
  transactionHash: null,
}

describe('activity lists', () => {
  // @feature activity.filters
  it('show what any switches together ask for, in the list of all activity too', () => {
    const kinds = { sales: 'sale', listing: 'list', bid: 'token-bid', transfer: 'transfer', mint: 'mint' } as const
    fc.assert(
      fc.property(
        fc.subarray([...SWITCHED_TYPES], { minLength: 1 }),
        fc.constantFrom(...SWITCHED_TYPES),
        (types, type) => {
          const search = applyActivityView(new URLSearchParams(), { ...DEFAULT_ACTIVITY_VIEW, types })
          const row = { ...sale, kind: kinds[type] }
          expect(belongsToList(row, {}, parseActivityView(search))).toBe(types.includes(type))
        },
      ),
    )
  })

  // @feature activity.filters, route.state
  it('keep their filters in the address', () => {
    fc.assert(
      fc.property(anyView, anyView, (view, before) => {
        const search = applyActivityView(new URLSearchParams('tab=activity'), view)
        expect(search.get('tab')).toBe('activity')
        const after = applyActivityView(new URLSearchParams('tab=activity'), before)
        expect(applyActivityView(after, view).toString()).toBe(search.toString())
        expect(parseActivityView(search)).toEqual(view)
        expect(isEverything(view)).toBe(search.size === 1)
      }),
    )
    const shown = applyActivityView(new URLSearchParams('tab=activity'), {
      types: ['sales', 'listing'],
      marketplace: 'opal',
      interval: '1d',
    } as const)
    expect(decodeURIComponent(shown.toString())).toBe(
      'tab=activity&type=sales,listing&interval=1d&activityMarketplace=opal',
    )
    expect(parseActivityView(new URLSearchParams('type=x&activityMarketplace=%2F&interval=2d'))).toEqual(
      DEFAULT_ACTIVITY_VIEW,
    )
    expect(parseActivityView(new URLSearchParams('activityMarketplace=foo'), MARKETPLACES)).toEqual(
      DEFAULT_ACTIVITY_VIEW,
    )
    expect(parseActivityView(new URLSearchParams('activityMarketplace=own'), MARKETPLACES).marketplace).toBe('own')
    expect(parseActivityView(new URLSearchParams('type=mint,bid,transfer,listing,sales')).types).toEqual(SWITCHED_TYPES)
  })

  // @feature activity.kinds
  it('title a sale Bought for its buyer only', () => {
    expect(activityTitle(sale, buyer)).toBe('Bought')
    expect(activityTitle(sale, seller)).toBe('Sold')
    expect(activityTitle(sale, null)).toBe('Sold')
  })

  // @feature activity.kinds
  it.each(['accept-token-bid', 'accept-collection-bid'] as const)(
    'title a filled bid Bought for its bidder: %s',
    (kind) => {
      const filled: Activity = { ...sale, kind, activityType: { ...sale.activityType, title: 'Accepted bid' } }
      expect(activityTitle(filled, buyer)).toBe('Bought')
      expect(activityTitle(filled, seller)).toBe('Accepted bid')
      expect(activityTitle(filled, null)).toBe('Accepted bid')
    },
  )

  // @feature activity.kinds
  it('are told from the view of the wallet whose page lists them', () => {
    const wallets = fc.constantFrom(buyer, seller, collectionId)
    fc.assert(
      fc.property(fc.constantFrom(...ACTIVITY_KINDS), wallets, wallets, wallets, (kind, from, to, wallet) => {
        const row: Activity = { ...sale, kind, seller: sideOf(from), buyer: sideOf(to), activityType: { title: kind } }
        const bought = KINDS_OF_TYPE.sales.includes(kind) && to === wallet ? 'Bought' : null
        const moved = kind !== 'transfer' || from === to ? null : to === wallet ? 'Received' : from === wallet && 'Sent'
        expect(activityTitle(row, wallet)).toBe(bought || moved || kind)
        expect(activityTitle(row, null)).toBe(kind)
      }),
    )
  })

  // @feature activity.sides
  it('name everyone who took part but the wallet whose page lists them', () => {
    const sides = fc.constantFrom(buyer, seller, null)
    const wallets = fc.constantFrom(buyer, seller, collectionId, null)
    fc.assert(
      fc.property(fc.constantFrom(...ACTIVITY_KINDS), sides, sides, wallets, (kind, from, to, wallet) => {
        const row: Activity = { ...sale, kind, seller: sideOf(from), buyer: sideOf(to) }
        const named = activitySides(row, wallet)
        const moves = kind === 'transfer' || KINDS_OF_TYPE.sales.includes(kind)
        const all = moves ? [from, to] : [from ?? to]
        const others = all.filter((side) => side !== null && side !== wallet)
        expect(named.map((side) => side.wallet.walletAddress)).toEqual(others)
        if (!moves) expect(named.every(({ word }) => word === 'by')).toBe(true)
        else if (named.length === 2) expect(named.map(({ word }) => word)).toEqual([null, 'to'])
        else if (named[0] !== undefined && from !== to)
          expect(named[0].word).toBe(named[0].wallet.walletAddress === from ? 'from' : 'to')
      }),
    )
  })

  it('title nothing Bought for a wallet that bids or lists', () => {
    for (const kind of ['token-bid', 'list'] as const) {
      const row: Activity = { ...sale, kind, activityType: { ...sale.activityType, title: 'Bid' } }
      expect(activityTitle(row, buyer)).toBe('Bid')
    }
  })
})

function sideOf(walletAddress: string | null): Activity['buyer'] {
  return walletAddress === null ? null : { walletAddress, aptosName: null, isWalletAddress: true }
}
