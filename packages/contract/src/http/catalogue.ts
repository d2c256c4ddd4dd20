import {
  listActivities,
  listAllActivities,
  listCollectionActivities,
  listLastTrades,
  listMyActivities,
  listTokenActivities,
  listUserActivities,
} from '../activities.ts'
import {
  getCollectionTopBid,
  getTokenTopBid,
  getTopBidOfCollection,
  listCollectionTopBids,
  listSetBids,
  listSetBidsOnToken,
  listTokenTopBids,
} from '../bids/top-bids.ts'
import {
  getCollectionLockedValue,
  getFillHistory,
  getUserLockedValue,
  listBidsOfCollection,
  listCollectionBids,
  listMyBids,
  listSetBidLevels,
  listUserBids,
} from '../bids.ts'
import {
  getCollectionHistory,
  getHoldingTimes,
  getMarketTotals,
  listCollectionOwners,
  listSupplies,
} from '../collections/collection-stats.ts'
import { listFavouriteCollections, saveCollections, setFavourite } from '../collections/favourites.ts'
import { flagCollection, listCollectionFlags } from '../collections/flags.ts'
import { listMintingCollections } from '../collections/mints.ts'
import { findCollectionBySlug, findCollectionsByName, searchCollections } from '../collections/search.ts'
import { getAttribute, listTopTraits, listTraits, listTraitValues } from '../collections/traits.ts'
import {
  getCollection,
  getCollectionDetails,
  getRoyalty,
  listCollections,
  listFeaturedCollections,
  listPopularCollections,
} from '../collections.ts'
import { listLiveMessages } from '../live.ts'
import { findNamedWallet, listWalletNames, searchWallets } from '../names.ts'
import { getHealth, getReadiness } from '../network/health.ts'
import { decideFlag, featureCollection, verifyCollection } from '../network/operator.ts'
import { getSnapshotFile, listSnapshots } from '../network/snapshots.ts'
import { getNetwork, getStats } from '../network.ts'
import {
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
  setNotificationSetting,
} from '../notifications.ts'
import { buildCleanUp, listStaleOrders } from '../order-health.ts'
import { listPendingClaims, listSentOffers } from '../portfolio/claims.ts'
import {
  listMyCollections,
  listMyListedCollections,
  listUserCollectionDetails,
  listUserCollections,
  searchMyCollections,
} from '../portfolio/collections.ts'
import { planPortfolioExit } from '../portfolio/exit.ts'
import { exportActivity, exportPnl, exportPortfolio } from '../portfolio/exports.ts'
import { getMySummary, getUserPnl, listUserLots } from '../portfolio/pnl.ts'
import { listReservedListings } from '../portfolio/reserved-listings.ts'
import { countUserListings, listMyTokens, listUserTokens } from '../portfolio.ts'
import {
  checkLoyalties,
  checkLoyalty,
  getUserRewards,
  listLeaderboard,
  listTopHundred,
  listUserRewards,
} from '../rewards.ts'
import { beginSignIn, deleteAccount, getSession, listSessions, signIn, signOut, signOutEverywhere } from '../session.ts'
import { getCollectionCard, getTokenCard } from '../share-cards.ts'
import { announceTokenSet, findFittingTokens, getTokenSet, getTokenSetFit } from '../token-sets.ts'
import { getFloorListing, getTokenListing, listLastSales, listTokenListings } from '../tokens/listings.ts'
import { getMetadataState, refreshMetadata, saveTokenImage, updateTokenImage } from '../tokens/metadata.ts'
import { getRarityBreakdown, getRarityPercent, getTokenRarity } from '../tokens/rarity.ts'
import { findTokenOwner, getToken, getTokenStats, listCollectionTokens, listListedTokens } from '../tokens.ts'
import { buildAcceptBid, buildCancelBid, buildCollectionBid, buildTokenBid } from '../trading/bidding.ts'
import { buildBuy, buildSweep } from '../trading/buying.ts'
import { buildClaim, buildTakeBack, buildTransfer, buildTransferMany } from '../trading/moving.ts'
import { buildPoolBid, buildPoolDeposit, buildPoolWithdrawal, getBidPool } from '../trading/pools.ts'
import { buildDelist, buildList, buildListAndUpdate, buildRelist, buildUpdatePrice } from '../trading/selling.ts'

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
  getMarketTotals,
  getStats,
  listUserTokens,
  planPortfolioExit,
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
  listSetBids,
  listSetBidLevels,
  listSetBidsOnToken,
  getFillHistory,
  listTokenTopBids,
  getTokenTopBid,
  getCollectionLockedValue,
  getUserLockedValue,
  listUserBids,
  listMyBids,
  findFittingTokens,
  announceTokenSet,
  getTokenSet,
  getTokenSetFit,
  getBidPool,
  findCollectionBySlug,
  getCollectionDetails,
  listSupplies,
  getRoyalty,
  findCollectionsByName,
  listCollectionOwners,
  listListedTokens,
  getTokenListing,
  listTokenListings,
  getTokenStats,
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
  listLastTrades,
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
  buildPoolBid,
  buildPoolDeposit,
  buildPoolWithdrawal,
  buildClaim,
  buildTransfer,
  buildTransferMany,
  buildTakeBack,
  buildListAndUpdate,
  listStaleOrders,
  buildCleanUp,
  listPendingClaims,
  listSentOffers,
  listReservedListings,
  listLeaderboard,
  listTopHundred,
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
  searchWallets,
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
