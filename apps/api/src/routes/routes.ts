import type { Route } from '../http/route.ts'
import { listActivitiesRoute } from './activities/list-activities.ts'
import { listTokenActivitiesRoute } from './activities/list-token-activities.ts'
import { flagCollectionRoute } from './collections/flag-collection.ts'
import { getCollectionRoute } from './collections/get-collection.ts'
import { listCollectionFlagsRoute } from './collections/list-collection-flags.ts'
import { listCollectionsRoute } from './collections/list-collections.ts'
import { listFavouriteCollectionsRoute } from './collections/list-favourite-collections.ts'
import { listFeaturedCollectionsRoute } from './collections/list-featured-collections.ts'
import { listPopularCollectionsRoute } from './collections/list-popular-collections.ts'
import { searchCollectionsRoute } from './collections/search-collections.ts'
import { listLiveMessagesRoute } from './live/list-live-messages.ts'
import { getNetworkRoute } from './network/get-network.ts'
import { getStatsRoute } from './network/get-stats.ts'
import { getHealthRoute } from './operations/get-health.ts'
import { getReadinessRoute } from './operations/get-readiness.ts'
import { decideFlagRoute } from './operator/decide-flag.ts'
import { featureCollectionRoute } from './operator/feature-collection.ts'
import { verifyCollectionRoute } from './operator/verify-collection.ts'
import { beginSignInRoute } from './session/begin-sign-in.ts'
import { getSessionRoute } from './session/get-session.ts'
import { signInRoute } from './session/sign-in.ts'
import { signOutRoute } from './session/sign-out.ts'
import { getTokenRoute } from './tokens/get-token.ts'
import { listCollectionTokensRoute } from './tokens/list-collection-tokens.ts'
import { buildBuyRoute } from './trade/build-buy.ts'
import { buildDelistRoute } from './trade/build-delist.ts'
import { buildListRoute } from './trade/build-list.ts'
import { deleteAccountRoute } from './users/delete-account.ts'
import { listUserTokensRoute } from './users/list-user-tokens.ts'
import { saveCollectionsRoute } from './users/save-collections.ts'
import { setFavouriteRoute } from './users/set-favourite.ts'

/** What answers each call of the contract; a test holds that none is missing. */
export const ROUTES: readonly Route[] = [
  listCollectionsRoute,
  listFavouriteCollectionsRoute,
  listFeaturedCollectionsRoute,
  listPopularCollectionsRoute,
  searchCollectionsRoute,
  getCollectionRoute,
  listCollectionTokensRoute,
  getTokenRoute,
  listActivitiesRoute,
  listTokenActivitiesRoute,
  getStatsRoute,
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
  setFavouriteRoute,
  saveCollectionsRoute,
  flagCollectionRoute,
  listCollectionFlagsRoute,
  decideFlagRoute,
  featureCollectionRoute,
  verifyCollectionRoute,
  deleteAccountRoute,
]
