import type { Route } from '../http/route.ts'
import {
  listActivitiesRoute,
  listAllActivitiesRoute,
  listCollectionActivitiesRoute,
  listMyActivitiesRoute,
  listTokenActivitiesRoute,
  listUserActivitiesRoute,
} from './activities/activities.ts'
import {
  getCollectionLockedValueRoute,
  getCollectionTopBidRoute,
  getTokenTopBidRoute,
  getTopBidOfCollectionRoute,
  getUserLockedValueRoute,
  listBidsOfCollectionRoute,
  listCollectionBidsRoute,
  listCollectionTopBidsRoute,
  listMyBidsRoute,
  listTokenTopBidsRoute,
  listUserBidsRoute,
} from './bids/bids.ts'
import {
  getCollectionDetailsRoute,
  getCollectionHistoryRoute,
  getHoldingTimesRoute,
  getRoyaltyRoute,
  listCollectionOwnersRoute,
  listSuppliesRoute,
} from './collections/collection-stats.ts'
import {
  findCollectionBySlugRoute,
  findCollectionsByNameRoute,
  getCollectionRoute,
  listCollectionsRoute,
  listFeaturedCollectionsRoute,
  listPopularCollectionsRoute,
  searchCollectionsRoute,
} from './collections/collections.ts'
import { listFavouriteCollectionsRoute, saveCollectionsRoute, setFavouriteRoute } from './collections/favourites.ts'
import { decideFlagRoute, flagCollectionRoute, listCollectionFlagsRoute } from './collections/flags.ts'
import { listMintingCollectionsRoute } from './collections/mints.ts'
import { exportActivityRoute, exportPnlRoute, exportPortfolioRoute } from './exports/exports.ts'
import { findNamedWalletRoute, listWalletNamesRoute } from './names/names.ts'
import { getHealthRoute, getReadinessRoute } from './network/health.ts'
import { listLiveMessagesRoute } from './network/live.ts'
import { getNetworkRoute, getStatsRoute } from './network/network.ts'
import { getSnapshotFileRoute, listSnapshotsRoute } from './network/snapshots.ts'
import {
  getNotificationSettingsRoute,
  listNotificationsRoute,
  markNotificationsReadRoute,
  setNotificationSettingRoute,
} from './notifications/notifications.ts'
import { featureCollectionRoute, verifyCollectionRoute } from './operator/operator.ts'
import { buildCleanUpRoute, listStaleOrdersRoute } from './order-health/order-health.ts'
import { listPendingClaimsRoute } from './portfolio/claims.ts'
import { getMySummaryRoute, getUserPnlRoute, listUserLotsRoute } from './portfolio/pnl.ts'
import {
  countUserListingsRoute,
  listMyCollectionsRoute,
  listMyListedCollectionsRoute,
  listMyTokensRoute,
  listUserCollectionDetailsRoute,
  listUserCollectionsRoute,
  listUserTokensRoute,
  searchMyCollectionsRoute,
} from './portfolio/portfolio.ts'
import {
  checkLoyaltiesRoute,
  checkLoyaltyRoute,
  getUserRewardsRoute,
  listLeadersRoute,
  listRewardsRoute,
  listUserRewardsRoute,
} from './rewards/rewards.ts'
import {
  beginSignInRoute,
  deleteAccountRoute,
  getSessionRoute,
  listSessionsRoute,
  signInRoute,
  signOutEverywhereRoute,
  signOutRoute,
} from './session/session.ts'
import { getCollectionCardRoute, getTokenCardRoute } from './share-cards/share-cards.ts'
import {
  getFloorListingRoute,
  getTokenListingRoute,
  listLastSalesRoute,
  listTokenListingsRoute,
} from './tokens/listings.ts'
import {
  getMetadataStateRoute,
  refreshMetadataRoute,
  saveTokenImageRoute,
  updateTokenImageRoute,
} from './tokens/metadata.ts'
import { getRarityBreakdownRoute, getRarityPercentRoute, getTokenRarityRoute } from './tokens/rarity.ts'
import {
  findTokenOwnerRoute,
  getTokenFiguresRoute,
  getTokenRoute,
  listCollectionTokensRoute,
  listListedTokensRoute,
} from './tokens/tokens.ts'
import { getAttributeRoute, listTopTraitsRoute, listTraitsRoute, listTraitValuesRoute } from './tokens/traits.ts'
import {
  buildAcceptBidRoute,
  buildCancelBidRoute,
  buildCollectionBidRoute,
  buildTokenBidRoute,
} from './trading/bidding.ts'
import { buildBuyRoute, buildSweepRoute } from './trading/buying.ts'
import { buildClaimRoute, buildTransferManyRoute, buildTransferRoute } from './trading/moving.ts'
import {
  buildDelistRoute,
  buildListAndUpdateRoute,
  buildListRoute,
  buildRelistRoute,
  buildUpdatePriceRoute,
} from './trading/selling.ts'

/** What answers each call of the contract; a test holds that none is missing. */
export const ROUTES: readonly Route[] = [
  listCollectionsRoute,
  listFavouriteCollectionsRoute,
  listFeaturedCollectionsRoute,
  listMintingCollectionsRoute,
  listPopularCollectionsRoute,
  searchCollectionsRoute,
  getCollectionRoute,
  listCollectionTokensRoute,
  getTokenRoute,
  listActivitiesRoute,
  listTokenActivitiesRoute,
  getStatsRoute,
  listUserLotsRoute,
  listUserTokensRoute,
  buildListRoute,
  buildDelistRoute,
  buildBuyRoute,
  getNetworkRoute,
  getHealthRoute,
  getReadinessRoute,
  listLiveMessagesRoute,
  beginSignInRoute,
  signInRoute,
  getSessionRoute,
  signOutRoute,
  listSessionsRoute,
  signOutEverywhereRoute,
  setFavouriteRoute,
  saveCollectionsRoute,
  flagCollectionRoute,
  listCollectionFlagsRoute,
  decideFlagRoute,
  featureCollectionRoute,
  verifyCollectionRoute,
  deleteAccountRoute,
  listCollectionBidsRoute,
  listBidsOfCollectionRoute,
  getCollectionTopBidRoute,
  getTopBidOfCollectionRoute,
  listCollectionTopBidsRoute,
  listTokenTopBidsRoute,
  getTokenTopBidRoute,
  getCollectionLockedValueRoute,
  getUserLockedValueRoute,
  listUserBidsRoute,
  listMyBidsRoute,
  findCollectionBySlugRoute,
  getCollectionDetailsRoute,
  listSuppliesRoute,
  getRoyaltyRoute,
  findCollectionsByNameRoute,
  listCollectionOwnersRoute,
  listListedTokensRoute,
  getTokenListingRoute,
  listTokenListingsRoute,
  getTokenFiguresRoute,
  listLastSalesRoute,
  getFloorListingRoute,
  findTokenOwnerRoute,
  getTokenRarityRoute,
  getMetadataStateRoute,
  refreshMetadataRoute,
  saveTokenImageRoute,
  updateTokenImageRoute,
  listCollectionActivitiesRoute,
  listMyActivitiesRoute,
  listAllActivitiesRoute,
  listUserActivitiesRoute,
  listUserCollectionsRoute,
  listUserCollectionDetailsRoute,
  countUserListingsRoute,
  listMyCollectionsRoute,
  searchMyCollectionsRoute,
  listMyListedCollectionsRoute,
  buildSweepRoute,
  buildRelistRoute,
  buildUpdatePriceRoute,
  buildCollectionBidRoute,
  buildTokenBidRoute,
  buildCancelBidRoute,
  buildAcceptBidRoute,
  buildClaimRoute,
  buildTransferRoute,
  buildTransferManyRoute,
  buildListAndUpdateRoute,
  listStaleOrdersRoute,
  buildCleanUpRoute,
  listPendingClaimsRoute,
  listRewardsRoute,
  listLeadersRoute,
  getUserRewardsRoute,
  listUserRewardsRoute,
  checkLoyaltyRoute,
  checkLoyaltiesRoute,
  getUserPnlRoute,
  getMySummaryRoute,
  getCollectionHistoryRoute,
  getHoldingTimesRoute,
  listMyTokensRoute,
  listWalletNamesRoute,
  findNamedWalletRoute,
  listTraitsRoute,
  listTraitValuesRoute,
  getAttributeRoute,
  getRarityPercentRoute,
  getRarityBreakdownRoute,
  listTopTraitsRoute,
  listNotificationsRoute,
  markNotificationsReadRoute,
  getNotificationSettingsRoute,
  setNotificationSettingRoute,
  exportPortfolioRoute,
  exportActivityRoute,
  exportPnlRoute,
  getCollectionCardRoute,
  getTokenCardRoute,
  listSnapshotsRoute,
  getSnapshotFileRoute,
]
