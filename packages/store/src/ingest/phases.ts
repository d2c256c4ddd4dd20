import { metadataPhase } from '../projections/metadata/queue.ts'
import { listItemsPhase } from '../projections/token-list-items/queue.ts'
import type { Phase } from './define-phase.ts'
import { activitiesPhase } from './history/activities.ts'
import { lotsPhase } from './history/lots.ts'
import { spansPhase } from './history/order-spans.ts'
import { salesPhase } from './history/sales.ts'
import { touchedPhase } from './history/touched.ts'
import { namesAndAssetsPhase } from './names-and-assets/write-state.ts'
import { bidPoolsPhase } from './orders/bids/bid-pools.ts'
import { offerValidityPhase } from './orders/bids/offer-validity.ts'
import { commissionsPhase } from './orders/commissions.ts'
import { listingValidityPhase } from './orders/listing-validity.ts'
import { officialPhase } from './orders/official/official-phase.ts'
import { bookPhase } from './orders/order-book.ts'
import { orderHistoriesPhase } from './orders/order-histories.ts'
import { orderLogPhase } from './orders/order-log.ts'
import { tokenStoresPhase } from './orders/token-stores.ts'
import { touchedOrdersPhase } from './orders/touched-orders.ts'
import { buyingPointsPhase } from './points/buying-points.ts'
import { fundingsPhase, washSalesPhase } from './points/fundings.ts'
import { rawChangesPhase, rawTransactionsPhase } from './raw/write-raw.ts'
import { changeFeedPhase } from './stats/change-feed.ts'
import { listedBeforePhase } from './stats/listed-counts.ts'
import { statsPhase } from './stats/stats-phase.ts'
import { tokensBeforePhase } from './stats/token-counts.ts'
import { checkpointPhase } from './stream/checkpoint.ts'
import { clockPhase } from './stream/clock.ts'
import { decodeStopsPhase } from './stream/decode-stops.ts'
import { decodePhase } from './tokens/known-tokens.ts'
import { mintCostsPhase } from './tokens/mint-costs.ts'
import { ownershipEventsPhase } from './tokens/ownership-events.ts'
import { tokenActivitiesPhase, tokenDatasPhase, tokenStatePhase } from './tokens/token-state.ts'

/**
 * The write path in its order: `planPhases` refuses one in which a phase would read what is not written yet. A phase that
 * nothing else depends on is placed where the server would be idle.
 */
export const INGEST_PHASES: readonly Phase[] = [
  decodePhase,
  rawTransactionsPhase,
  namesAndAssetsPhase,
  clockPhase,
  fundingsPhase,
  tokensBeforePhase,
  tokenDatasPhase,
  orderLogPhase,
  tokenStoresPhase,
  bidPoolsPhase,
  commissionsPhase,
  tokenStatePhase,
  ownershipEventsPhase,
  mintCostsPhase,
  metadataPhase,
  washSalesPhase,
  touchedOrdersPhase,
  tokenActivitiesPhase,
  orderHistoriesPhase,
  listedBeforePhase,
  bookPhase,
  listingValidityPhase,
  rawChangesPhase,
  spansPhase,
  salesPhase,
  activitiesPhase,
  touchedPhase,
  offerValidityPhase,
  officialPhase,
  buyingPointsPhase,
  lotsPhase,
  listItemsPhase,
  statsPhase,
  decodeStopsPhase,
  changeFeedPhase,
  checkpointPhase,
]

/** Rows that stay when others are derived again, and what only a new batch does. */
const NOT_REDERIVED: ReadonlySet<Phase> = new Set<Phase>([
  rawTransactionsPhase,
  rawChangesPhase,
  namesAndAssetsPhase,
  changeFeedPhase,
  checkpointPhase,
])

/** Phases that derive from the raw rows of transactions. */
export const REDERIVE_PHASES: readonly Phase[] = INGEST_PHASES.filter((phase) => !NOT_REDERIVED.has(phase))
