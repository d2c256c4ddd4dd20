import type { Route } from '../http/route.ts'
import { listActivitiesRoute } from './activities/list-activities.ts'
import { listAllActivitiesRoute } from './activities/list-all-activities.ts'
import { listCollectionActivitiesRoute } from './activities/list-collection-activities.ts'
import { listMyActivitiesRoute } from './activities/list-my-activities.ts'
import { listTokenActivitiesRoute } from './activities/list-token-activities.ts'
import { getCollectionLockedValueRoute } from './bids/get-collection-locked-value.ts'
import { getCollectionTopBidRoute } from './bids/get-collection-top-bid.ts'
import { getTokenTopBidRoute } from './bids/get-token-top-bid.ts'
import { getTopBidOfCollectionRoute } from './bids/get-top-bid-of-collection.ts'
import { getUserLockedValueRoute } from './bids/get-user-locked-value.ts'
import { listBidsOfCollectionRoute } from './bids/list-bids-of-collection.ts'
import { listCollectionBidsRoute } from './bids/list-collection-bids.ts'
import { listCollectionTopBidsRoute } from './bids/list-collection-top-bids.ts'
import { listMyBidsRoute } from './bids/list-my-bids.ts'
import { listTokenTopBidsRoute } from './bids/list-token-top-bids.ts'
import { listUserBidsRoute } from './bids/list-user-bids.ts'
import { findCollectionBySlugRoute } from './collections/find-collection-by-slug.ts'
import { findCollectionsByNameRoute } from './collections/find-collections-by-name.ts'
import { flagCollectionRoute } from './collections/flag-collection.ts'
import { getCollectionRoute } from './collections/get-collection.ts'
import { getCollectionDetailsRoute } from './collections/get-collection-details.ts'
import { getCollectionHistoryRoute } from './collections/get-collection-history.ts'
import { getHoldingTimesRoute } from './collections/get-holding-times.ts'
import { getRoyaltyRoute } from './collections/get-royalty.ts'
import { listCollectionFlagsRoute } from './collections/list-collection-flags.ts'
import { listCollectionOwnersRoute } from './collections/list-collection-owners.ts'
import { listCollectionsRoute } from './collections/list-collections.ts'
import { listFavouriteCollectionsRoute } from './collections/list-favourite-collections.ts'
import { listFeaturedCollectionsRoute } from './collections/list-featured-collections.ts'
import { listMintingCollectionsRoute } from './collections/list-minting-collections.ts'
import { listPopularCollectionsRoute } from './collections/list-popular-collections.ts'
import { listSuppliesRoute } from './collections/list-supplies.ts'
import { searchCollectionsRoute } from './collections/search-collections.ts'
import { exportActivityRoute } from './exports/export-activity.ts'
import { exportPnlRoute } from './exports/export-pnl.ts'
import { exportPortfolioRoute } from './exports/export-portfolio.ts'
import { listLiveMessagesRoute } from './live/list-live-messages.ts'
import { getCollectionCardRoute } from './media/get-collection-card.ts'
import { getTokenCardRoute } from './media/get-token-card.ts'
import { getNetworkRoute } from './network/get-network.ts'
import { getStatsRoute } from './network/get-stats.ts'
import { getNotificationSettingsRoute } from './notifications/get-notification-settings.ts'
import { listNotificationsRoute } from './notifications/list-notifications.ts'
import { markNotificationsReadRoute } from './notifications/mark-notifications-read.ts'
import { setNotificationSettingRoute } from './notifications/set-notification-setting.ts'
import { getHealthRoute } from './operations/get-health.ts'
import { getReadinessRoute } from './operations/get-readiness.ts'
import { decideFlagRoute } from './operator/decide-flag.ts'
import { featureCollectionRoute } from './operator/feature-collection.ts'
import { verifyCollectionRoute } from './operator/verify-collection.ts'
import { checkLoyaltiesRoute } from './rewards/check-loyalties.ts'
import { checkLoyaltyRoute } from './rewards/check-loyalty.ts'
import { getUserRewardsRoute } from './rewards/get-user-rewards.ts'
import { listLeadersRoute } from './rewards/list-leaders.ts'
import { listRewardsRoute } from './rewards/list-rewards.ts'
import { listUserRewardsRoute } from './rewards/list-user-rewards.ts'
import { beginSignInRoute } from './session/begin-sign-in.ts'
import { getSessionRoute } from './session/get-session.ts'
import { listSessionsRoute } from './session/list-sessions.ts'
import { signInRoute } from './session/sign-in.ts'
import { signOutRoute } from './session/sign-out.ts'
import { signOutEverywhereRoute } from './session/sign-out-everywhere.ts'
import { getSnapshotFileRoute } from './snapshots/get-snapshot-file.ts'
import { listSnapshotsRoute } from './snapshots/list-snapshots.ts'
import { findTokenOwnerRoute } from './tokens/find-token-owner.ts'
import { getAttributeRoute } from './tokens/get-attribute.ts'
import { getFloorListingRoute } from './tokens/get-floor-listing.ts'
import { getMetadataStateRoute } from './tokens/get-metadata-state.ts'
import { getRarityBreakdownRoute } from './tokens/get-rarity-breakdown.ts'
import { getRarityPercentRoute } from './tokens/get-rarity-percent.ts'
import { getTokenRoute } from './tokens/get-token.ts'
import { getTokenFiguresRoute } from './tokens/get-token-figures.ts'
import { getTokenListingRoute } from './tokens/get-token-listing.ts'
import { getTokenRarityRoute } from './tokens/get-token-rarity.ts'
import { listCollectionTokensRoute } from './tokens/list-collection-tokens.ts'
import { listLastSalesRoute } from './tokens/list-last-sales.ts'
import { listListedTokensRoute } from './tokens/list-listed-tokens.ts'
import { listTokenListingsRoute } from './tokens/list-token-listings.ts'
import { listTopTraitsRoute } from './tokens/list-top-traits.ts'
import { listTraitValuesRoute } from './tokens/list-trait-values.ts'
import { listTraitsRoute } from './tokens/list-traits.ts'
import { refreshMetadataRoute } from './tokens/refresh-metadata.ts'
import { saveTokenImageRoute } from './tokens/save-token-image.ts'
import { updateTokenImageRoute } from './tokens/update-token-image.ts'
import { buildAcceptBidRoute } from './trade/build-accept-bid.ts'
import { buildBuyRoute } from './trade/build-buy.ts'
import { buildCancelBidRoute } from './trade/build-cancel-bid.ts'
import { buildClaimRoute } from './trade/build-claim.ts'
import { buildCleanUpRoute } from './trade/build-clean-up.ts'
import { buildCollectionBidRoute } from './trade/build-collection-bid.ts'
import { buildDelistRoute } from './trade/build-delist.ts'
import { buildListRoute } from './trade/build-list.ts'
import { buildListAndUpdateRoute } from './trade/build-list-and-update.ts'
import { buildRelistRoute } from './trade/build-relist.ts'
import { buildSweepRoute } from './trade/build-sweep.ts'
import { buildTokenBidRoute } from './trade/build-token-bid.ts'
import { buildTransferRoute } from './trade/build-transfer.ts'
import { buildTransferManyRoute } from './trade/build-transfer-many.ts'
import { buildUpdatePriceRoute } from './trade/build-update-price.ts'
import { countUserListingsRoute } from './users/count-user-listings.ts'
import { deleteAccountRoute } from './users/delete-account.ts'
import { findNamedWalletRoute } from './users/find-named-wallet.ts'
import { getMySummaryRoute } from './users/get-my-summary.ts'
import { getUserPnlRoute } from './users/get-user-pnl.ts'
import { listMyCollectionsRoute } from './users/list-my-collections.ts'
import { listMyListedCollectionsRoute } from './users/list-my-listed-collections.ts'
import { listMyTokensRoute } from './users/list-my-tokens.ts'
import { listPendingClaimsRoute } from './users/list-pending-claims.ts'
import { listStaleOrdersRoute } from './users/list-stale-orders.ts'
import { listUserActivitiesRoute } from './users/list-user-activities.ts'
import { listUserCollectionDetailsRoute } from './users/list-user-collection-details.ts'
import { listUserCollectionsRoute } from './users/list-user-collections.ts'
import { listUserLotsRoute } from './users/list-user-lots.ts'
import { listUserTokensRoute } from './users/list-user-tokens.ts'
import { listWalletNamesRoute } from './users/list-wallet-names.ts'
import { saveCollectionsRoute } from './users/save-collections.ts'
import { searchMyCollectionsRoute } from './users/search-my-collections.ts'
import { setFavouriteRoute } from './users/set-favourite.ts'

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
