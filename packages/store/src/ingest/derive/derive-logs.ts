import type { Executor } from '../../driver/pipelining.ts'
import { metadataPhase } from '../../projections/metadata/queue.ts'
import type { IncomingBatch } from '../batch.ts'
import type { Phase } from '../define-phase.ts'
import { activitiesPhase } from '../history/activities.ts'
import { NO_SALES, salesPhase } from '../history/sales.ts'
import { bidPoolsPhase } from '../orders/bids/bid-pools.ts'
import { commissionsPhase } from '../orders/commissions.ts'
import { officialPhase } from '../orders/official/official-phase.ts'
import { orderHistoriesPhase, wholeHistories } from '../orders/order-histories.ts'
import { orderLogPhase } from '../orders/order-log.ts'
import { tokenStoresPhase } from '../orders/token-stores.ts'
import { planPhases } from '../plan-phases.ts'
import { type GivenOutputs, runPhases } from '../run-phases.ts'
import { decodeStopsPhase } from '../stream/decode-stops.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { mintCostsPhase } from '../tokens/mint-costs.ts'
import { ownershipEventsPhase } from '../tokens/ownership-events.ts'
import { tokenActivitiesPhase, tokenDatasPhase, tokenStatePhase } from '../tokens/token-state.ts'

/** Phases that log the effects of each transaction, and the newest state of tokens. */
const LOG_PHASES: readonly Phase[] = [
  decodePhase,
  tokenDatasPhase,
  orderLogPhase,
  tokenStoresPhase,
  bidPoolsPhase,
  commissionsPhase,
  tokenStatePhase,
  ownershipEventsPhase,
  mintCostsPhase,
  metadataPhase,
  tokenActivitiesPhase,
  activitiesPhase,
  officialPhase,
  decodeStopsPhase,
]

/** Activities of orders and sales are written together with the orders. */
const NO_ORDERS: GivenOutputs = new Map<Phase, unknown>([
  [orderHistoriesPhase, wholeHistories([])],
  [salesPhase, { versions: [], replaced: NO_SALES, repeated: [] }],
])

const LOGS = planPhases(LOG_PHASES, [...NO_ORDERS.keys()])

/** Writes the logs of the next transactions of a backfill, from which everything else is derived. */
export async function writeLogs(db: Executor, batch: IncomingBatch): Promise<void> {
  await Promise.all(await runPhases(db, LOGS, { ...batch, isNew: true, isWhole: true }, NO_ORDERS))
}
