import type { Route } from '../http/route.ts'
import { listActivitiesRoute } from './activities/list-activities.ts'
import { listTokenActivitiesRoute } from './activities/list-token-activities.ts'
import { getCollectionRoute } from './collections/get-collection.ts'
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
import { getTokenRoute } from './tokens/get-token.ts'
import { listCollectionTokensRoute } from './tokens/list-collection-tokens.ts'
import { buildBuyRoute } from './trade/build-buy.ts'
import { buildDelistRoute } from './trade/build-delist.ts'
import { buildListRoute } from './trade/build-list.ts'
import { listUserTokensRoute } from './users/list-user-tokens.ts'

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
]
