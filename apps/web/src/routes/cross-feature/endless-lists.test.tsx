// @vitest-environment happy-dom
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
import { Leaderboard } from '../../features/rewards/leaderboard.tsx'
import PointsLedger from '../../features/rewards/points-ledger.tsx'
import { leadersQuery, ledgerQuery } from '../../features/rewards/rewards-query.ts'
import { testingCollection } from '../../testing/testing-collection.ts'
import { ME } from '../../testing/testing-item.ts'
import { API, ID, idOf, nothing, testSharedRows } from './testing/endless-list.ts'

testSharedRows({
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
})
