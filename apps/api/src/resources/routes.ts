import type { Route } from '../http/routes/route.ts'
import * as activities from './activities/activities.ts'
import * as bids from './bids/bids.ts'
import * as collectionStats from './collections/collection-stats.ts'
import * as collections from './collections/collections.ts'
import * as favourites from './collections/favourites.ts'
import * as flags from './collections/flags.ts'
import * as mints from './collections/mints.ts'
import * as exports from './exports/exports.ts'
import * as names from './names/names.ts'
import * as health from './network/health.ts'
import * as live from './network/live.ts'
import * as network from './network/network.ts'
import * as snapshots from './network/snapshots.ts'
import * as notifications from './notifications/notifications.ts'
import * as operator from './operator/operator.ts'
import * as orderHealth from './order-health/order-health.ts'
import * as claims from './portfolio/claims.ts'
import * as exit from './portfolio/exit.ts'
import * as pnl from './portfolio/pnl.ts'
import * as portfolio from './portfolio/portfolio.ts'
import * as reservedListings from './portfolio/reserved-listings.ts'
import * as rewards from './rewards/rewards.ts'
import * as session from './session/session.ts'
import * as shareCards from './share-cards/share-cards.ts'
import * as tokenSets from './token-sets/token-sets.ts'
import * as listings from './tokens/listings.ts'
import * as metadata from './tokens/metadata.ts'
import * as rarity from './tokens/rarity.ts'
import * as tokens from './tokens/tokens.ts'
import * as traits from './tokens/traits.ts'
import * as bidding from './trading/bidding.ts'
import * as buying from './trading/buying.ts'
import * as moving from './trading/moving.ts'
import * as pools from './trading/pools.ts'
import * as selling from './trading/selling.ts'

const NOUNS: readonly Readonly<Record<string, Route>>[] = [
  activities,
  bids,
  collectionStats,
  collections,
  favourites,
  flags,
  mints,
  exports,
  names,
  health,
  live,
  network,
  snapshots,
  notifications,
  operator,
  orderHealth,
  claims,
  exit,
  pnl,
  portfolio,
  reservedListings,
  rewards,
  session,
  shareCards,
  tokenSets,
  listings,
  metadata,
  rarity,
  tokens,
  traits,
  bidding,
  buying,
  moving,
  pools,
  selling,
]

/** Every call of the contract with its handler. A noun's file exports its routes and nothing else; a test checks that no call is missing. */
export const ROUTES: readonly Route[] = NOUNS.flatMap((routes) => Object.values(routes))
