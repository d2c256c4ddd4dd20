// @vitest-environment happy-dom
import type { ApiClient } from '@opal/contract/client'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { activityQuery } from '../../features/activity/activity-query.ts'
import { ActivityList } from '../../features/activity/activity-table.tsx'
import { DEFAULT_ACTIVITY_VIEW } from '../../features/activity/activity-view.ts'
import { bidsQuery as ladderQuery } from '../../features/bids/bids-query.ts'
import OrderBook from '../../features/bids/order-book.tsx'
import FlagDialog from '../../features/flags/flag-dialog.tsx'
import { flagsQuery } from '../../features/flags/flags-query.ts'
import { MintsList } from '../../features/mints/mints-list.tsx'
import { MINTS_KEY } from '../../features/mints/mints-query.ts'
import { NotificationsList } from '../../features/notifications/notifications-list.tsx'
import { notificationsQuery } from '../../features/notifications/notifications-query.ts'
import BidsTab from '../../features/portfolio/bids/bids-tab.tsx'
import { CollectionsAside } from '../../features/portfolio/items/collections-aside.tsx'
import ItemsTab from '../../features/portfolio/items/items-tab.tsx'
import ListingsTab from '../../features/portfolio/listings/listings-tab.tsx'
import LotsTab from '../../features/portfolio/lots/lots-tab.tsx'
import { collectionsQuery, itemsChoice, itemsQuery } from '../../features/portfolio/portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW as VIEW } from '../../features/portfolio/portfolio-view.ts'
import OffersTab from '../../features/portfolio/tabs/offers-tab.tsx'
import { bidsQuery, claimsQuery, listingsQuery, lotsQuery } from '../../features/portfolio/tabs/tab-queries.ts'
import { Leaderboard } from '../../features/rewards/leaderboard.tsx'
import PointsLedger from '../../features/rewards/points-ledger.tsx'
import { leadersQuery, ledgerQuery } from '../../features/rewards/rewards-query.ts'
import { FIRST_PLACE } from '../../shared/hooks/page-window.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { testingCollection } from '../../testing/testing-collection.ts'
import { ME, testingItem, testingListing } from '../../testing/testing-item.ts'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'

const ID = `0x${'c'.repeat(64)}`
/** Keys of queries do not depend on the client. */
const API = null as unknown as ApiClient
const nothing = () => {}
const idOf = (n: number) => `0x${String(n).repeat(64)}`

interface Case {
  readonly list: ReactElement
  readonly key: readonly unknown[]
  /** Creates row n; its text contains `Row <n>` where no table is named. */
  readonly row: (n: number) => object
  /** Pages are bare arrays. */
  readonly bare?: true
  /** Label of the table whose rows are counted. */
  readonly table?: string
}

const listed = { ...VIEW, tab: 'listings' as const }
const LISTED_ON = MARKETPLACES.filter(({ status }) => status !== 'absent').map(({ id }) => id)

const CASES: Readonly<Record<string, Case>> = {
  activity: {
    list: <ActivityList scope={{ collectionId: ID }} emptyText="No activity" />,
    key: activityQuery(API, { collectionId: ID }, DEFAULT_ACTIVITY_VIEW).queryKey,
    row: (n) => ({
      id: `${n}-0`,
      version: String(n),
      eventIndex: 0,
      kind: 'sale',
      activityType: { title: 'Sold' },
      marketplace: 'opal',
      price: '1',
      amount: '1',
      buyer: null,
      seller: null,
      from: null,
      to: null,
      tokenDataId: idOf(n),
      tokenName: `Row ${n}`,
      tokenImage: null,
      collectionId: ID,
      collectionName: 'Stones',
      collectionSlug: 'stones',
      tokenStandard: 'v2',
      offerOrListingId: null,
      atMicros: '1',
      transactionHash: null,
    }),
  },
  'bid ladder': {
    list: <OrderBook collection={testingCollection(ID)} filter={{}} action={null} />,
    key: ladderQuery(API, ID).queryKey,
    row: (n) => ({ id: `${9 - n}`, price: `${9 - n}`, size: '1', bidders: 1, buyers: [], totalPrice: `${9 - n}` }),
    table: 'Bids by price',
  },
  flags: {
    list: <FlagDialog collectionId={ID} name="Stones" onClose={nothing} />,
    key: flagsQuery(API, ID).queryKey,
    row: (n) => ({
      id: String(n),
      collectionId: ID,
      walletAddress: idOf(n),
      aptosName: null,
      reason: `Row ${n}`,
      status: 'open',
      decision: null,
      askedAt: '1',
      decidedAt: null,
    }),
  },
  mints: {
    list: <MintsList firstPage={null} />,
    key: MINTS_KEY,
    row: (n) => ({
      collection: testingCollection(idOf(n), { collectionName: `Row ${n}` }),
      minted: '1',
      maxSupply: null,
      mintedToday: '1',
      minters: '1',
      mintPrice: null,
      firstMintMicros: '1',
      lastMintMicros: '1',
      isMinting: true,
    }),
  },
  notifications: {
    list: <NotificationsList wallet={ME} onLeave={nothing} />,
    key: notificationsQuery(API, ME).queryKey,
    row: (n) => ({
      id: String(n),
      type: 'sold',
      isRead: true,
      at: '1',
      version: '1',
      collectionId: ID,
      collectionName: 'Stones',
      collectionSlug: 'stones',
      tokenDataId: idOf(n),
      tokenName: `Row ${n}`,
      marketplace: 'opal',
      propertyVersion: null,
      offerOrListingId: null,
      otherWallet: null,
      price: '1',
      oldPrice: null,
      expiresAtSeconds: null,
    }),
  },
  'collections held': {
    list: <CollectionsAside wallet={ME} chosen={null} search="" onChoose={nothing} onSearch={nothing} />,
    key: collectionsQuery(API, ME, '').queryKey,
    row: (n) => ({
      collectionId: idOf(n),
      name: `Row ${n}`,
      image: null,
      isVerified: false,
      slug: `row-${n}`,
      tokenStandard: 'v2',
      floorPrice: null,
      topBid: null,
      listed: '1',
      ownFloor: null,
      floorVersion: null,
      value: '1',
      tokenCount: '1',
      isSpam: false,
    }),
  },
  items: {
    list: <ItemsTab wallet={ME} view={VIEW} onViewChange={nothing} renderDialog={() => null} />,
    key: itemsQuery(API, ME, itemsChoice(VIEW)).queryKey,
    row: (n) => testingItem(idOf(n), { name: `Row ${n}` }),
  },
  listings: {
    list: <ListingsTab wallet={ME} view={listed} onViewChange={nothing} />,
    key: listingsQuery(API, ME, { ...itemsChoice(listed), filter: 'all', marketplaces: LISTED_ON }).queryKey,
    row: (n) => testingItem(idOf(n), { name: `Row ${n}`, ownListings: [testingListing(idOf(n))] }),
    table: 'Listings',
  },
  lots: {
    list: <LotsTab wallet={ME} view={VIEW} onViewChange={nothing} />,
    key: lotsQuery(API, ME, { lots: VIEW.lots, cost: VIEW.cost, collection: VIEW.collection }).queryKey,
    row: (n) => ({
      id: String(n),
      tokenDataId: idOf(n),
      tokenName: `Row ${n}`,
      tokenImage: null,
      propertyVersion: '0',
      collectionId: ID,
      collectionName: 'Stones',
      amount: '1',
      cost: null,
      released: null,
      proceeds: null,
      estimate: null,
      gain: null,
      acquired: { by: 'mint', version: '1', atMicros: '1', transactionHash: null },
    }),
  },
  'bids made': {
    list: <BidsTab wallet={ME} type="made" view={VIEW} onViewChange={nothing} />,
    key: bidsQuery(API, ME, { type: 'made', sort: 'net', collection: null }).queryKey,
    row: (n) => ({
      name: `Row ${n}`,
      image: null,
      collectionId: ID,
      collectionName: 'Stones',
      collectionImage: null,
      tokenDataId: idOf(n),
      tokenStandard: 'v2',
      bidPrice: '90000000',
      floorPrice: null,
      total: '1',
      date: '1',
      fillable: '1',
      isPooled: false,
      setRoot: null,
      setSize: null,
      setCondition: null,
      programId: ID,
      marketplace: 'opal',
      offerId: idOf(n),
      buyer: ME,
      buyerName: null,
      tokenBid: true,
      expirationTime: null,
      expired: false,
      executable: 'True',
      netOctas: null,
    }),
    table: 'Bids made',
  },
  'offers to claim': {
    list: <OffersTab wallet={ME} collection={null} />,
    key: claimsQuery(API, ME, null).queryKey,
    row: (n) => ({
      collection_id: ID,
      collection_name: 'Stones',
      creator_address: ID,
      token_data_id: idOf(n),
      name: `Row ${n}`,
      from_address: ID,
      property_version: '0',
      token_uri: '',
      image: null,
      amount: '1',
      rarity: null,
      collection_supply: 10,
      listed_price: null,
      top_bid: null,
    }),
    table: 'Claimable',
  },
  leaderboard: {
    list: <Leaderboard interval="all" viewer={ME} />,
    key: leadersQuery(API, 'all').queryKey,
    row: (n) => ({
      wallet_address: idOf(n),
      aptosName: null,
      rank: n,
      total: 1,
      bidding_points: 0,
      buying_points: 1,
      listing_points: 0,
      loyaltyPoints: 0,
    }),
    bare: true,
    table: 'Leaderboard',
  },
  'points ledger': {
    list: <PointsLedger address={ME} interval="all" />,
    key: ledgerQuery(API, ME, 'all').queryKey,
    row: (n) => ({
      rule: 'buying',
      marketplace: 'opal',
      collectionId: ID,
      orderId: String(n),
      version: String(n),
      eventIndex: 0,
      fromMicros: '1',
      untilMicros: null,
      price: '1',
      floorPrice: null,
      size: '1',
      hours: 1,
      pointsPerHour: 1,
      points: 1,
    }),
    table: 'Points history',
  },
}

const logged = vi.fn()
beforeEach(() => {
  logged.mockReset()
  vi.spyOn(console, 'error').mockImplementation(logged)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each(Object.entries(CASES))(
  'shows a row once that is on two pages: %s',
  async (_, { list, key, row, bare, table }) => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const pages = [
      [row(1), row(2)],
      [row(2), row(3)],
    ]
    queries.setQueryData(key, {
      pages: pages.map((data) => (bare ? data : { data, nextCursor: null, total: 3, unread: 0 })),
      pageParams: [FIRST_PLACE, FIRST_PLACE],
    })
    renderSite(list, {}, MARKETPLACES, { queries })
    if (table === undefined) {
      const shown = async (n: number) =>
        (await screen.findAllByText(new RegExp(`Row ${n}`), {}, { timeout: 15_000 })).length
      expect(await shown(2)).toBe(await shown(1))
      expect(await shown(3)).toBe(await shown(1))
    } else {
      const rows = await screen.findByRole('table', { name: table }, { timeout: 15_000 })
      expect(within(rows).getAllByRole('row')).toHaveLength(1 + 3)
    }
    // React logs an error when two rows of a list have the same key.
    expect(logged.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([])
  },
)
