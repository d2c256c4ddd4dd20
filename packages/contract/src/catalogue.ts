import { beginSignIn } from './endpoints/begin-sign-in.ts'
import { buildAcceptBid } from './endpoints/build-accept-bid.ts'
import { buildBuy } from './endpoints/build-buy.ts'
import { buildCancelBid } from './endpoints/build-cancel-bid.ts'
import { buildClaim } from './endpoints/build-claim.ts'
import { buildCleanUp } from './endpoints/build-clean-up.ts'
import { buildCollectionBid } from './endpoints/build-collection-bid.ts'
import { buildDelist } from './endpoints/build-delist.ts'
import { buildList } from './endpoints/build-list.ts'
import { buildListAndUpdate } from './endpoints/build-list-and-update.ts'
import { buildRelist } from './endpoints/build-relist.ts'
import { buildSweep } from './endpoints/build-sweep.ts'
import { buildTokenBid } from './endpoints/build-token-bid.ts'
import { buildTransfer } from './endpoints/build-transfer.ts'
import { buildTransferMany } from './endpoints/build-transfer-many.ts'
import { buildUpdatePrice } from './endpoints/build-update-price.ts'
import { checkLoyalties } from './endpoints/check-loyalties.ts'
import { checkLoyalty } from './endpoints/check-loyalty.ts'
import { countUserListings } from './endpoints/count-user-listings.ts'
import { decideFlag } from './endpoints/decide-flag.ts'
import { deleteAccount } from './endpoints/delete-account.ts'
import { exportActivity } from './endpoints/export-activity.ts'
import { exportPnl } from './endpoints/export-pnl.ts'
import { exportPortfolio } from './endpoints/export-portfolio.ts'
import { featureCollection } from './endpoints/feature-collection.ts'
import { findCollectionBySlug } from './endpoints/find-collection-by-slug.ts'
import { findCollectionsByName } from './endpoints/find-collections-by-name.ts'
import { findNamedWallet } from './endpoints/find-named-wallet.ts'
import { findTokenOwner } from './endpoints/find-token-owner.ts'
import { flagCollection } from './endpoints/flag-collection.ts'
import { getAttribute } from './endpoints/get-attribute.ts'
import { getCollection } from './endpoints/get-collection.ts'
import { getCollectionCard } from './endpoints/get-collection-card.ts'
import { getCollectionDetails } from './endpoints/get-collection-details.ts'
import { getCollectionHistory } from './endpoints/get-collection-history.ts'
import { getCollectionLockedValue } from './endpoints/get-collection-locked-value.ts'
import { getCollectionTopBid } from './endpoints/get-collection-top-bid.ts'
import { getFloorListing } from './endpoints/get-floor-listing.ts'
import { getHealth } from './endpoints/get-health.ts'
import { getHoldingTimes } from './endpoints/get-holding-times.ts'
import { getMetadataState } from './endpoints/get-metadata-state.ts'
import { getMySummary } from './endpoints/get-my-summary.ts'
import { getNetwork } from './endpoints/get-network.ts'
import { getNotificationSettings } from './endpoints/get-notification-settings.ts'
import { getRarityBreakdown } from './endpoints/get-rarity-breakdown.ts'
import { getRarityPercent } from './endpoints/get-rarity-percent.ts'
import { getReadiness } from './endpoints/get-readiness.ts'
import { getRoyalty } from './endpoints/get-royalty.ts'
import { getSession } from './endpoints/get-session.ts'
import { getSnapshotFile } from './endpoints/get-snapshot-file.ts'
import { getStats } from './endpoints/get-stats.ts'
import { getToken } from './endpoints/get-token.ts'
import { getTokenCard } from './endpoints/get-token-card.ts'
import { getTokenFigures } from './endpoints/get-token-figures.ts'
import { getTokenListing } from './endpoints/get-token-listing.ts'
import { getTokenRarity } from './endpoints/get-token-rarity.ts'
import { getTokenTopBid } from './endpoints/get-token-top-bid.ts'
import { getTopBidOfCollection } from './endpoints/get-top-bid-of-collection.ts'
import { getUserLockedValue } from './endpoints/get-user-locked-value.ts'
import { getUserPnl } from './endpoints/get-user-pnl.ts'
import { getUserRewards } from './endpoints/get-user-rewards.ts'
import { listActivities } from './endpoints/list-activities.ts'
import { listAllActivities } from './endpoints/list-all-activities.ts'
import { listBidsOfCollection } from './endpoints/list-bids-of-collection.ts'
import { listCollectionActivities } from './endpoints/list-collection-activities.ts'
import { listCollectionBids } from './endpoints/list-collection-bids.ts'
import { listCollectionFlags } from './endpoints/list-collection-flags.ts'
import { listCollectionOwners } from './endpoints/list-collection-owners.ts'
import { listCollectionTokens } from './endpoints/list-collection-tokens.ts'
import { listCollectionTopBids } from './endpoints/list-collection-top-bids.ts'
import { listCollections } from './endpoints/list-collections.ts'
import { listFavouriteCollections } from './endpoints/list-favourite-collections.ts'
import { listFeaturedCollections } from './endpoints/list-featured-collections.ts'
import { listLastSales } from './endpoints/list-last-sales.ts'
import { listLeaders } from './endpoints/list-leaders.ts'
import { listListedTokens } from './endpoints/list-listed-tokens.ts'
import { listLiveMessages } from './endpoints/list-live-messages.ts'
import { listMintingCollections } from './endpoints/list-minting-collections.ts'
import { listMyActivities } from './endpoints/list-my-activities.ts'
import { listMyBids } from './endpoints/list-my-bids.ts'
import { listMyCollections } from './endpoints/list-my-collections.ts'
import { listMyListedCollections } from './endpoints/list-my-listed-collections.ts'
import { listMyTokens } from './endpoints/list-my-tokens.ts'
import { listNotifications } from './endpoints/list-notifications.ts'
import { listPendingClaims } from './endpoints/list-pending-claims.ts'
import { listPopularCollections } from './endpoints/list-popular-collections.ts'
import { listRewards } from './endpoints/list-rewards.ts'
import { listSessions } from './endpoints/list-sessions.ts'
import { listSnapshots } from './endpoints/list-snapshots.ts'
import { listStaleOrders } from './endpoints/list-stale-orders.ts'
import { listSupplies } from './endpoints/list-supplies.ts'
import { listTokenActivities } from './endpoints/list-token-activities.ts'
import { listTokenListings } from './endpoints/list-token-listings.ts'
import { listTokenTopBids } from './endpoints/list-token-top-bids.ts'
import { listTopTraits } from './endpoints/list-top-traits.ts'
import { listTraitValues } from './endpoints/list-trait-values.ts'
import { listTraits } from './endpoints/list-traits.ts'
import { listUserActivities } from './endpoints/list-user-activities.ts'
import { listUserBids } from './endpoints/list-user-bids.ts'
import { listUserCollectionDetails } from './endpoints/list-user-collection-details.ts'
import { listUserCollections } from './endpoints/list-user-collections.ts'
import { listUserLots } from './endpoints/list-user-lots.ts'
import { listUserRewards } from './endpoints/list-user-rewards.ts'
import { listUserTokens } from './endpoints/list-user-tokens.ts'
import { listWalletNames } from './endpoints/list-wallet-names.ts'
import { markNotificationsRead } from './endpoints/mark-notifications-read.ts'
import { refreshMetadata } from './endpoints/refresh-metadata.ts'
import { saveCollections } from './endpoints/save-collections.ts'
import { saveTokenImage } from './endpoints/save-token-image.ts'
import { searchCollections } from './endpoints/search-collections.ts'
import { searchMyCollections } from './endpoints/search-my-collections.ts'
import { setFavourite } from './endpoints/set-favourite.ts'
import { setNotificationSetting } from './endpoints/set-notification-setting.ts'
import { signIn } from './endpoints/sign-in.ts'
import { signOut } from './endpoints/sign-out.ts'
import { signOutEverywhere } from './endpoints/sign-out-everywhere.ts'
import { updateTokenImage } from './endpoints/update-token-image.ts'
import { verifyCollection } from './endpoints/verify-collection.ts'

/** Every call of the HTTP API. A client imports single endpoints; this list is for the server, its reference and its tests. */
export const CATALOGUE = [
  listCollections,
  listFavouriteCollections,
  listFeaturedCollections,
  listPopularCollections,
  searchCollections,
  getCollection,
  listCollectionTokens,
  getToken,
  listActivities,
  listTokenActivities,
  getStats,
  listUserTokens,
  buildList,
  buildDelist,
  buildBuy,
  getNetwork,
  getHealth,
  getReadiness,
  listLiveMessages,
  beginSignIn,
  signIn,
  getSession,
  signOut,
  listSessions,
  signOutEverywhere,
  setFavourite,
  saveCollections,
  flagCollection,
  listCollectionFlags,
  decideFlag,
  featureCollection,
  verifyCollection,
  deleteAccount,
  listCollectionBids,
  listBidsOfCollection,
  getCollectionTopBid,
  getTopBidOfCollection,
  listCollectionTopBids,
  listTokenTopBids,
  getTokenTopBid,
  getCollectionLockedValue,
  getUserLockedValue,
  listUserBids,
  listMyBids,
  findCollectionBySlug,
  getCollectionDetails,
  listSupplies,
  getRoyalty,
  findCollectionsByName,
  listCollectionOwners,
  listListedTokens,
  getTokenListing,
  listTokenListings,
  getTokenFigures,
  listLastSales,
  getFloorListing,
  findTokenOwner,
  getTokenRarity,
  getMetadataState,
  refreshMetadata,
  saveTokenImage,
  updateTokenImage,
  listCollectionActivities,
  listMintingCollections,
  listMyActivities,
  listAllActivities,
  listUserActivities,
  listUserCollections,
  listUserCollectionDetails,
  countUserListings,
  listMyCollections,
  searchMyCollections,
  listMyListedCollections,
  buildSweep,
  buildRelist,
  buildUpdatePrice,
  buildCollectionBid,
  buildTokenBid,
  buildCancelBid,
  buildAcceptBid,
  buildClaim,
  buildTransfer,
  buildTransferMany,
  buildListAndUpdate,
  listStaleOrders,
  buildCleanUp,
  listPendingClaims,
  listRewards,
  listLeaders,
  getUserRewards,
  listUserLots,
  listUserRewards,
  checkLoyalty,
  checkLoyalties,
  getUserPnl,
  getMySummary,
  getCollectionHistory,
  getHoldingTimes,
  listMyTokens,
  listWalletNames,
  findNamedWallet,
  listTraits,
  listTraitValues,
  getAttribute,
  getRarityPercent,
  getRarityBreakdown,
  listTopTraits,
  listNotifications,
  markNotificationsRead,
  getNotificationSettings,
  setNotificationSetting,
  exportPortfolio,
  exportActivity,
  exportPnl,
  getCollectionCard,
  getTokenCard,
  listSnapshots,
  getSnapshotFile,
] as const
