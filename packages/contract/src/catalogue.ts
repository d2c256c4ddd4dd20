import { beginSignIn } from './endpoints/begin-sign-in.ts'
import { buildBuy } from './endpoints/build-buy.ts'
import { buildDelist } from './endpoints/build-delist.ts'
import { buildList } from './endpoints/build-list.ts'
import { decideFlag } from './endpoints/decide-flag.ts'
import { deleteAccount } from './endpoints/delete-account.ts'
import { featureCollection } from './endpoints/feature-collection.ts'
import { flagCollection } from './endpoints/flag-collection.ts'
import { getCollection } from './endpoints/get-collection.ts'
import { getHealth } from './endpoints/get-health.ts'
import { getNetwork } from './endpoints/get-network.ts'
import { getReadiness } from './endpoints/get-readiness.ts'
import { getSession } from './endpoints/get-session.ts'
import { getStats } from './endpoints/get-stats.ts'
import { getToken } from './endpoints/get-token.ts'
import { listActivities } from './endpoints/list-activities.ts'
import { listCollectionFlags } from './endpoints/list-collection-flags.ts'
import { listCollectionTokens } from './endpoints/list-collection-tokens.ts'
import { listCollections } from './endpoints/list-collections.ts'
import { listFavouriteCollections } from './endpoints/list-favourite-collections.ts'
import { listFeaturedCollections } from './endpoints/list-featured-collections.ts'
import { listLiveMessages } from './endpoints/list-live-messages.ts'
import { listPopularCollections } from './endpoints/list-popular-collections.ts'
import { listTokenActivities } from './endpoints/list-token-activities.ts'
import { listUserTokens } from './endpoints/list-user-tokens.ts'
import { saveCollections } from './endpoints/save-collections.ts'
import { searchCollections } from './endpoints/search-collections.ts'
import { setFavourite } from './endpoints/set-favourite.ts'
import { signIn } from './endpoints/sign-in.ts'
import { signOut } from './endpoints/sign-out.ts'
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
  setFavourite,
  saveCollections,
  flagCollection,
  listCollectionFlags,
  decideFlag,
  featureCollection,
  verifyCollection,
  deleteAccount,
] as const
